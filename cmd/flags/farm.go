package flags

import (
	"os"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/farm"
	"github.com/zugwatch/zugwatch/bench/runner"
)

// The variables that say how to get into a farm: secrets do not belong on a command line.
const (
	FarmToken       = "ZUGWATCH_FARM_TOKEN"
	farmSeed        = "ZUGWATCH_FARM_NKEY"
	farmCredentials = "ZUGWATCH_FARM_CREDENTIALS"
	farmAuthority   = "ZUGWATCH_FARM_CA"
)

// Farm returns --farm and --send-key.
func Farm() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "farm", Usage: "send positions and games to the workers of the farm at `URL`, such as nats://127.0.0.1:4222"},
		&cli.PathFlag{Name: "send-key", Usage: "send engines that are programs too, signed with the nkey whose seed is in `FILE`, to workers that trust it"},
	}
}

// farm reads the flag; nil without it.
func (r *Reader) farm(tell engines.Logf) runner.Farm {
	r.RequireFlag("send-key", "farm", "")
	if !r.IsSet("farm") {
		return nil
	}
	access := FarmAccess(r.String("farm"))
	r.AddErr(access.Check())
	made := &farm.Farm{Access: access, Tool: r.App.Version, Tell: tell, Timeouts: farm.DefaultTimeouts()}
	if r.IsSet("send-key") {
		var err error
		made.Signer, err = farm.NewSigner(r.Path("send-key"))
		r.AddErr(err)
	}
	return made
}

// FarmAccess returns how to get into the farm at an address, as the environment says it.
func FarmAccess(url string) farm.Access {
	return farm.Access{URL: url, Token: os.Getenv(FarmToken), Seed: os.Getenv(farmSeed), Credentials: os.Getenv(farmCredentials), Authority: os.Getenv(farmAuthority)}
}
