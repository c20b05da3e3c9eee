// client-go's shared informer of config maps, which tells what it sees as one JSON value a line: that it is synced, each event after that,
// and its whole store whenever a line comes in. It ends when its input does.
//
//	client-go -server URL [-token TOKEN] [-namespace NAMESPACE]
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"os"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

var (
	server    = flag.String("server", "", "its URL")
	token     = flag.String("token", "", "bearer token; empty: none")
	namespace = flag.String("namespace", "", "empty: all")

	out      = json.NewEncoder(os.Stdout)
	outMutex sync.Mutex
)

type line map[string]any

func tell(what line) {
	outMutex.Lock()
	defer outMutex.Unlock()
	if err := out.Encode(what); err != nil {
		panic(err)
	}
}

func main() {
	flag.Parse()
	client := kubernetes.NewForConfigOrDie(&rest.Config{Host: *server, BearerToken: *token, QPS: -1})
	factory := informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace(*namespace))
	informer := factory.Core().V1().ConfigMaps().Informer()
	if _, err := informer.AddEventHandler(handler{}); err != nil {
		panic(err)
	}
	err := informer.SetWatchErrorHandlerWithContext(func(_ context.Context, _ *cache.Reflector, err error) {
		tell(line{"type": "error", "message": err.Error()})
	})
	if err != nil {
		panic(err)
	}
	go informer.Run(nil)
	go func() {
		if cache.WaitForCacheSync(nil, informer.HasSynced) {
			tell(line{"type": "synced", "count": len(informer.GetStore().ListKeys())})
		}
	}()
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		tell(line{"type": "store", "store": contents(informer.GetStore())})
	}
}

func contents(store cache.Store) map[string]string {
	values := map[string]string{}
	for _, object := range store.List() {
		configMap := object.(*corev1.ConfigMap)
		values[configMap.Namespace+"/"+configMap.Name] = configMap.ResourceVersion + " " + configMap.Data["value"]
	}
	return values
}

// handler tells events, those of the initial list left out.
type handler struct{}

func (handler) OnAdd(object any, isInInitialList bool) {
	if !isInInitialList {
		tellEvent("add", object)
	}
}

func (handler) OnUpdate(_, object any) { tellEvent("update", object) }

func (handler) OnDelete(object any) {
	if tombstone, ok := object.(cache.DeletedFinalStateUnknown); ok {
		object = tombstone.Obj
	}
	tellEvent("delete", object)
}

func tellEvent(kind string, object any) {
	configMap := object.(*corev1.ConfigMap)
	tell(line{"type": kind, "name": configMap.Name, "value": configMap.Data["value"]})
}
