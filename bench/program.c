#include "bench/program.h"
#include "kernel/log.h"
#include "kernel/output.h"
#include "kernel/machine.h"
#include "kernel/x86/tsc.h"
static uint64_t seen[64];
static void body(unsigned core, void *arg){ (void)arg; if (core<64) seen[core]=tsc_read(); }
int program(void)
{
	log_begin("context"); log_text("cpu", machine_facts()->cpu); log_text("trust", machine_facts()->trust); log_text("signs", machine_facts()->signs);
	log_number("cores", machine_cores()); log_number("hz", machine_clock()->hz); log_text("src", machine_clock()->source); log_number("ppm", machine_clock()->spread_ppm);log_end();
	const char *c,*t;
	for (unsigned i=0; machine_warning(i,&c,&t); i++) log_warning(c, "%s", t);
	for (unsigned i=0;i<3;i++){ machine_run(machine_cores(), body, 0);
	for (unsigned j=0;j<machine_cores();j++) {output_format("%u:%lu ", j, seen[j]-seen[0]);}
output_format("\n");}
	uint64_t d=tsc_read()+machine_clock()->hz/100, s=tsc_read(); while(tsc_read()<d) machine_wait(d);
	output_format("slept %lu of %lu\n", tsc_read()-s, machine_clock()->hz/100);
	machine_note("test","x");
	log_finish("ok");
	return 0;
}
