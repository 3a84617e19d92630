// Package manifests holds the manifests of docs against the types of Kubernetes. It is
// no part of the module of Zugwatch, which needs none of them.
package manifests

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	apps "k8s.io/api/apps/v1"
	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	"sigs.k8s.io/yaml"
)

// kinds returns the types of the manifests.
func kinds() map[string]any {
	return map[string]any{
		"v1 ServiceAccount": &core.ServiceAccount{}, "v1 PersistentVolumeClaim": &core.PersistentVolumeClaim{}, "v1 Service": &core.Service{},
		"apps/v1 Deployment": &apps.Deployment{}, "batch/v1 Job": &batch.Job{}, "networking.k8s.io/v1 NetworkPolicy": &networking.NetworkPolicy{},
	}
}

// decode reads one manifest and requires every field to have its type.
func decode(text []byte) error {
	var of struct{ APIVersion, Kind string }
	if err := yaml.Unmarshal(text, &of); err != nil {
		return err
	}
	into := kinds()[of.APIVersion+" "+of.Kind]
	if into == nil {
		return fmt.Errorf("kind %s of %s is not known", of.Kind, of.APIVersion)
	}
	return yaml.UnmarshalStrict(text, into)
}

// documents parts a file of YAML.
func documents(text []byte) [][]byte { return bytes.Split(text, []byte("\n---\n")) }

// TestManifests: every manifest of the farm and of shards is one that Kubernetes knows.
func TestManifests(t *testing.T) {
	farm, err := os.ReadFile("../../../docs/farm.yaml")
	if err != nil {
		t.Fatal(err)
	}
	all := documents(farm)
	if len(all) != 8 {
		t.Errorf("%d documents", len(all))
	}
	page, err := os.ReadFile("../../../docs/shards.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, found := strings.Cut(string(page), "```yaml\napiVersion: batch/v1\n")
	job, _, ends := strings.Cut(after, "```")
	if !found || !ends {
		t.Error("docs/shards.md has no job")
	}
	for _, text := range append(all, []byte("apiVersion: batch/v1\n"+job)) {
		if err := decode(text); err != nil {
			t.Errorf("%v:\n%s", err, text)
		}
	}
}

// TestDecode: what is misspelt or of no known kind is found.
func TestDecode(t *testing.T) {
	for _, text := range []string{
		"apiVersion: v1\nkind: Service\nspec: {selektor: {app: a}}\n",
		"apiVersion: v1\nkind: Service\nspec: {ports: [{port: many}]}\n",
		"apiVersion: v1\nkind: Servant\n",
	} {
		if decode([]byte(text)) == nil {
			t.Errorf("taken: %s", text)
		}
	}
}
