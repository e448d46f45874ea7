// The control plane that the cluster tests run against: etcd, kube-apiserver, kube-controller-manager and kubectl in
// one program that looks at its own name, so that their shared packages are compiled and linked once.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"
	_ "time/tzdata" // CronJob time zones on machines without a zone database

	"github.com/spf13/cobra"
	"go.etcd.io/etcd/server/v3/etcdmain"
	_ "k8s.io/client-go/plugin/pkg/client/auth"
	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"
	kubectl "k8s.io/kubectl/pkg/cmd"
	kubectlutil "k8s.io/kubectl/pkg/cmd/util"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllermanager "k8s.io/kubernetes/cmd/kube-controller-manager/app"
)

// Only the command that was asked for may be built: each registers flags and feature gates for the whole process.
func main() {
	if parent, err := strconv.Atoi(os.Getenv("CONTROL_PLANE_PARENT")); err == nil {
		go endWith(parent)
	}
	switch name := filepath.Base(os.Args[0]); name {
	case "etcd":
		etcdmain.Main(os.Args)
	case "kube-apiserver":
		os.Exit(cli.Run(apiserver.NewAPIServerCommand()))
	case "kube-controller-manager":
		os.Exit(cli.Run(controllermanager.NewControllerManagerCommand()))
	case "kubectl":
		runKubectl(kubectl.NewDefaultKubectlCommand())
	default:
		fmt.Fprintf(os.Stderr, "unknown program %q: want etcd, kube-apiserver, kube-controller-manager or kubectl\n", name)
		os.Exit(64)
	}
}

func runKubectl(command *cobra.Command) {
	if err := cli.RunNoErrOutput(command); err != nil {
		kubectlutil.CheckErr(err)
	}
}

// endWith ends this process soon after its parent is gone, also when that was killed and could stop nobody.
func endWith(parent int) {
	for os.Getppid() == parent {
		time.Sleep(500 * time.Millisecond)
	}
	os.Exit(1)
}
