// The KEDA that the cluster tests run against. KEDA's operator and metrics adapter are programs of their own, not
// packages to call: they are built as they are, and this one starts whichever it is named after. As keda-certificates
// it writes what API server, adapter and operator trust each other by.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
)

const killWithParent = 1 // PR_SET_PDEATHSIG

func main() {
	name := filepath.Base(os.Args[0])
	if name == "keda-certificates" {
		failIf(writeCertificates(os.Args[1]))
		return
	}
	runtime.LockOSThread()
	if parent, err := strconv.Atoi(os.Getenv("CONTROL_PLANE_PARENT")); err == nil {
		failIf(endWith(parent))
	}
	failIf(syscall.Exec(filepath.Join(filepath.Dir(os.Args[0]), "real", name), os.Args, os.Environ()))
}

// endWith has the kernel kill this process, and what it becomes, with its parent, also when that was killed and could stop nobody.
func endWith(parent int) error {
	_, _, failed := syscall.RawSyscall(syscall.SYS_PRCTL, killWithParent, uintptr(syscall.SIGKILL), 0)
	if failed != 0 {
		return failed
	}
	if os.Getppid() != parent {
		return fmt.Errorf("the parent process %d is gone", parent)
	}
	return nil
}

func failIf(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
