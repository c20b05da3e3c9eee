// client-go's shared informer on the load server; prints one JSON line with the figures of bench/informer.mjs.
//
//	client-go -port P [-mode typed|dynamic] [-strip] [-watch WINDOWS] [-rate EVENTS_PER_S] [-relist SHARE] [-subscribers N] [-slow] [-namespaces N]
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

const (
	warmUp     = 2500 * time.Millisecond
	windowTime = 1500 * time.Millisecond
	slowWork   = 10 * time.Millisecond
	poll       = time.Millisecond
)

var (
	port        = flag.Int("port", 8901, "of the load server, on 127.0.0.1")
	mode        = flag.String("mode", "typed", "typed or dynamic")
	strip       = flag.Bool("strip", false, "take managedFields away with a transform")
	windows     = flag.Int("watch", 0, "windows of the saturated watch to measure")
	rate        = flag.Int("rate", 0, "events a second; 0: as many as are taken")
	relist      = flag.Float64("relist", -1, "measure a list after 410 Gone, with this share of the items changed")
	subscribers = flag.Int("subscribers", 1, "handlers of the events")
	slow        = flag.Bool("slow", false, "one more handler, that takes 10 ms for each event")
	namespaces  = flag.Int("namespaces", 0, "as many namespaces, an informer each; 0: one informer of all")
)

func main() {
	flag.Parse()
	server := fmt.Sprintf("http://127.0.0.1:%d", *port)
	heapBefore := liveHeap()
	measured := newSubject(server)
	figures := measureSync(measured, heapBefore)
	if *windows > 0 {
		measureWatch(measured, server, figures)
	}
	if *relist >= 0 {
		measureRelist(server, figures)
	}
	figures["informer"] = "client-go " + *mode
	check(json.NewEncoder(os.Stdout).Encode(figures))
}

// subject is one informer, or one for each namespace.
type subject struct {
	informers []cache.SharedIndexInformer
	adds      atomic.Int64
	others    atomic.Int64
}

func newSubject(server string) *subject {
	config := &rest.Config{Host: server, QPS: -1}
	config.ContentType = "application/json"
	config.AcceptContentTypes = "application/json"
	s := &subject{}
	for _, namespace := range chosenNamespaces(server) {
		informer := newInformer(config, namespace)
		if *strip {
			check(informer.SetTransform(withoutManagedFields))
		}
		_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
			AddFunc:    func(any) { s.adds.Add(1) },
			UpdateFunc: func(_, _ any) { s.others.Add(1) },
			DeleteFunc: func(any) { s.others.Add(1) },
		})
		check(err)
		s.informers = append(s.informers, informer)
	}
	return s
}

func chosenNamespaces(server string) []string {
	if *namespaces == 0 {
		return []string{""}
	}
	all := statsOf(server).Namespaces
	return all[:min(*namespaces, len(all))]
}

func newInformer(config *rest.Config, namespace string) cache.SharedIndexInformer {
	switch *mode {
	case "typed":
		client := kubernetes.NewForConfigOrDie(config)
		factory := informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace(namespace))
		return factory.Core().V1().Pods().Informer()
	case "dynamic":
		client := dynamic.NewForConfigOrDie(config)
		factory := dynamicinformer.NewFilteredDynamicSharedInformerFactory(client, 0, namespace, nil)
		return factory.ForResource(schema.GroupVersionResource{Version: "v1", Resource: "pods"}).Informer()
	}
	panic("-mode: " + *mode + " is neither typed nor dynamic")
}

func withoutManagedFields(object any) (any, error) {
	if accessor, err := meta.Accessor(object); err == nil {
		accessor.SetManagedFields(nil)
	}
	return object, nil
}

func (s *subject) start() {
	for _, informer := range s.informers {
		go informer.Run(nil)
	}
	for _, informer := range s.informers {
		for !informer.HasSynced() {
			time.Sleep(poll)
		}
	}
}

func (s *subject) size() int {
	size := 0
	for _, informer := range s.informers {
		size += len(informer.GetStore().ListKeys())
	}
	return size
}

func (s *subject) listenMore() {
	for _, informer := range s.informers {
		for i := 1; i < *subscribers; i++ {
			_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{})
			check(err)
		}
		if *slow {
			work := func() { time.Sleep(slowWork) }
			_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
				AddFunc:    func(any) { work() },
				UpdateFunc: func(_, _ any) { work() },
				DeleteFunc: func(any) { work() },
			})
			check(err)
		}
	}
}

func measureSync(s *subject, heapBefore uint64) map[string]any {
	cpu, start := cpuUs(), time.Now()
	s.start()
	syncMs := milliseconds(time.Since(start))
	syncCpuMs := (cpuUs() - cpu) / 1000
	size := s.size()
	for s.adds.Load() < int64(size) {
		time.Sleep(poll)
	}
	peak := peakRssMB()
	heap := float64(liveHeap()) - float64(heapBefore)
	return map[string]any{
		"pods":         size,
		"syncMs":       syncMs,
		"syncCpuMs":    syncCpuMs,
		"peakRssMB":    peak,
		"heapMB":       heap / 1e6,
		"heapPerPodKB": heap / float64(size) / 1000,
	}
}

func measureWatch(s *subject, server string, figures map[string]any) {
	heapBefore := liveHeap()
	s.listenMore()
	control(server, fmt.Sprintf("go=1&rate=%d", *rate))
	time.Sleep(warmUp)
	var rates, costs []float64
	for range *windows {
		before, cpu, start := s.events(), cpuUs(), time.Now()
		time.Sleep(windowTime)
		seen := float64(s.events() - before)
		rates = append(rates, seen/time.Since(start).Seconds())
		costs = append(costs, (cpuUs()-cpu)/seen)
	}
	heap := liveHeap()
	control(server, "stop=1")
	figures["eventsPerS"], figures["eventsPerSMin"], figures["eventsPerSMax"] = spread(rates)
	figures["cpuUsPerEvent"], _, _ = spread(costs)
	figures["watchPeakRssMB"] = peakRssMB()
	figures["heapGrowthMB"] = (float64(heap) - float64(heapBefore)) / 1e6
}

func (s *subject) events() int64 { return s.adds.Load() + s.others.Load() }

// measureRelist counts to the request for the next watch, which client-go makes when the list is in its queue.
func measureRelist(server string, figures map[string]any) {
	cpu := cpuUs()
	control(server, fmt.Sprintf("expire=1&changed=%g", *relist))
	for {
		if seen := statsOf(server); seen.WatchAskedAt > 0 {
			figures["relistMs"] = seen.WatchAskedAt - seen.ListStartedAt
			break
		}
		time.Sleep(50 * poll)
	}
	figures["relistCpuMs"] = (cpuUs() - cpu) / 1000
	figures["relistPeakRssMB"] = peakRssMB()
}
