package process

import (
	"os"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

const (
	termSignal = syscall.SIGTERM
	killSignal = syscall.SIGKILL
)

// sandbox is the job object of a program and its descendants; 0: there is none.
type sandbox struct{ job windows.Handle }

// confine puts a process into a job that ends with its last handle, which this process holds.
func (j *sandbox) confine(pid int) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return
	}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE},
	}
	process, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, uint32(pid))
	if err == nil {
		defer windows.CloseHandle(process)
		_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
			uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	}
	if err == nil {
		err = windows.AssignProcessToJobObject(job, process)
	}
	if err != nil {
		windows.CloseHandle(job)
		return
	}
	j.job = job
}

// release closes the job, which ends its remaining processes.
func (j *sandbox) release() {
	if j.job != 0 {
		windows.CloseHandle(j.job)
	}
}

// attributes keep the console's signals from a program.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP, HideWindow: true}
}

// signal ends a process and its job; there is no polite signal.
func (j *sandbox) signal(pid int, _ syscall.Signal) {
	if j.job != 0 {
		_ = windows.TerminateJobObject(j.job, 1)
		return
	}
	process, err := windows.OpenProcess(windows.PROCESS_TERMINATE, false, uint32(pid))
	if err != nil {
		return // it is gone
	}
	defer windows.CloseHandle(process)
	_ = windows.TerminateProcess(process, 1)
}

// cpuMeter measures the CPU time of a program.
type cpuMeter struct{}

// read returns the CPU time that a process has used, in steps of the system's tick.
func (*cpuMeter) read(pid int) (time.Duration, bool) {
	process, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(pid))
	if err != nil {
		return 0, false
	}
	defer windows.CloseHandle(process)
	var created, exited, kernel, user windows.Filetime
	if err := windows.GetProcessTimes(process, &created, &exited, &kernel, &user); err != nil {
		return 0, false
	}
	ticks := func(f windows.Filetime) int64 { return int64(f.HighDateTime)<<32 | int64(f.LowDateTime) }
	return time.Duration(100 * (ticks(kernel) + ticks(user))), true
}

// writeNow writes nothing: there is no way to write without waiting.
func writeNow(*os.File, string) int { return 0 }
