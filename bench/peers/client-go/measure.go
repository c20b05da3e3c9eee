package main

import (
	"encoding/json"
	"net/http"
	"runtime"
	"slices"
	"syscall"
	"time"
)

// stats is what the load server says of itself.
type stats struct {
	Namespaces    []string `json:"namespaces"`
	ListStartedAt float64  `json:"listStartedAt"`
	WatchAskedAt  float64  `json:"watchAskedAt"`
}

func statsOf(server string) stats {
	response, err := http.Get(server + "/_stats")
	check(err)
	defer response.Body.Close()
	var answer stats
	check(json.NewDecoder(response.Body).Decode(&answer))
	return answer
}

func control(server, query string) {
	response, err := http.Get(server + "/_ctl?" + query)
	check(err)
	response.Body.Close()
}

func usage() syscall.Rusage {
	var usage syscall.Rusage
	check(syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return usage
}

// cpuUs is the processor time of all threads of this process so far.
func cpuUs() float64 {
	used := usage()
	return float64(used.Utime.Nano()+used.Stime.Nano()) / 1000
}

func peakRssMB() float64 { return float64(usage().Maxrss) * 1024 / 1e6 }

// liveHeap is what is in use after what is not has been collected.
func liveHeap() uint64 {
	runtime.GC()
	runtime.GC()
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	return memory.HeapAlloc
}

func spread(values []float64) (median, least, most float64) {
	slices.Sort(values)
	return values[len(values)/2], values[0], values[len(values)-1]
}

func milliseconds(duration time.Duration) float64 { return float64(duration.Microseconds()) / 1000 }

func check(err error) {
	if err != nil {
		panic(err)
	}
}
