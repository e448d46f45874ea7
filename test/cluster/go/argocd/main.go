// The Argo CD that the cluster tests run against: application controller, repo server, plugin server, ApplicationSet
// controller and the Redis that they share, in one program that looks at its own name. It runs as processes beside the
// control plane of go/control-plane, without pods.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/alicebob/miniredis/v2"
	controller "github.com/argoproj/argo-cd/v3/cmd/argocd-application-controller/commands"
	applicationset "github.com/argoproj/argo-cd/v3/cmd/argocd-applicationset-controller/commands"
	pluginserver "github.com/argoproj/argo-cd/v3/cmd/argocd-cmp-server/commands"
	reposerver "github.com/argoproj/argo-cd/v3/cmd/argocd-repo-server/commands"
	"github.com/argoproj/argo-cd/v3/util/log"
	"github.com/spf13/cobra"
	"k8s.io/klog/v2"
)

func main() {
	if parent, err := strconv.Atoi(os.Getenv("CONTROL_PLANE_PARENT")); err == nil {
		go endWith(parent)
	}
	klog.SetLogger(log.NewLogrusLogger(log.NewWithCurrentConfig()))
	switch name := filepath.Base(os.Args[0]); name {
	case "argocd-redis":
		serveRedis(os.Args[1:])
	case "argocd-application-controller":
		run(controller.NewCommand())
	case "argocd-applicationset-controller":
		run(applicationset.NewCommand())
	case "argocd-cmp-server":
		run(pluginserver.NewCommand())
	case "argocd-repo-server":
		run(reposerver.NewCommand())
	default:
		fmt.Fprintf(os.Stderr, "unknown program %q: see the names in test/cluster/go/argocd/main.go\n", name)
		os.Exit(64)
	}
}

func run(command *cobra.Command) {
	if err := command.Execute(); err != nil {
		os.Exit(1)
	}
}

// serveRedis holds what the repo server rendered. Without the ticks nothing in it would ever expire.
func serveRedis(args []string) {
	if len(args) != 1 {
		fmt.Fprintln(os.Stderr, "usage: argocd-redis HOST:PORT")
		os.Exit(64)
	}
	server := miniredis.NewMiniRedis()
	if err := server.StartAddr(args[0]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for range time.Tick(time.Second) {
		server.FastForward(time.Second)
	}
}

// endWith ends this process soon after its parent is gone, also when that was killed and could stop nobody.
func endWith(parent int) {
	for os.Getppid() == parent {
		time.Sleep(500 * time.Millisecond)
	}
	os.Exit(1)
}
