# SPDX-License-Identifier: MIT
"""Perfetto's own format, read back by the schema that Perfetto publishes."""

import make_log
import pytest
from in_process import qc
from page_logs import timeline
from quietcore.export.perfetto import double, number, varint
from quietcore.export.timelines import NOT_BEGUN

pb = pytest.importorskip("perfetto.protos.perfetto.trace.perfetto_trace_pb2")

BODY = [timeline(0, [[0, 2, 0], [2450, 1, 7], [24500, 3, 0], [25000, 4, 2],
                     [26950, 1, 8], [49000, 0, 0]]),
        timeline(1, [[0, 5, 0], [4900, 6, 0], [49000, 0, 0]]),
        timeline(0, [[0, 6, 0], [2450, 0, 0]], variant="shared")]


@pytest.fixture
def packets(tmp_path):
    out = tmp_path / "out.pftrace"
    done = qc("trace", make_log.write(tmp_path / "log", BODY), "-o", out)
    assert done.exit_code == 0, done.output
    trace = pb.Trace()
    trace.ParseFromString(out.read_bytes())
    assert trace.SerializeToString() and not trace.ListFields()[1:]
    return list(trace.packet)


def tracks(packets) -> dict:
    return {p.track_descriptor.uuid: p.track_descriptor for p in packets
            if p.HasField("track_descriptor")}


def test_a_run_is_a_process_and_a_core_a_thread_of_it(packets):
    found = tracks(packets)
    processes = [t for t in found.values() if t.HasField("process")]
    assert [t.process.process_name for t in processes] == [
        "primes steal on 2 cores, n=100, grain=4 [EMULATED (tcg)]",
        "primes shared on 2 cores, n=100, grain=4 [EMULATED (tcg)]"]
    assert "cpu: QEMU TCG CPU" in processes[0].process.process_labels
    threads = [t for t in found.values() if t.HasField("thread")]
    assert [t.thread.thread_name for t in threads] == ["core 0", "core 1", "core 0"]
    assert [found[t.parent_uuid].process.pid for t in threads] == \
        [t.thread.pid for t in threads] == [1, 1, 2]
    assert len({(t.thread.pid, t.thread.tid) for t in threads}) == 3


def test_slices_nest_and_every_one_ends(packets):
    open_: dict[int, list] = {}
    told, last = [], {}
    for p in packets:
        event = p.track_event
        if event.type == event.TYPE_SLICE_BEGIN:
            open_.setdefault(event.track_uuid, []).append(event.name)
            told.append((len(open_[event.track_uuid]), event.name, p.timestamp))
        elif event.type == event.TYPE_SLICE_END:
            open_[event.track_uuid].pop()
        if p.HasField("track_event"):
            assert p.timestamp >= last.get(event.track_uuid, 0)
            last[event.track_uuid] = p.timestamp
    assert not any(open_.values())
    run = "primes steal on 2 cores, n=100, grain=4"
    assert told[:6] == [
        (1, run, 0), (2, "switching", 0), (2, "task 7", 1000),
        (2, "switching", 10000), (3, "waiting for a lock", 10000), (3, "stealing", 10204)]


def test_a_task_has_its_kind_and_its_number(packets):
    notes = [{n.name: n.string_value or n.int_value
              for n in p.track_event.debug_annotations} for p in packets
             if p.track_event.name.startswith("task ")]
    assert notes == [{"kind": "primes", "task": 7}, {"kind": "primes", "task": 8}]
    [whole, *_] = [p.track_event for p in packets if p.track_event.categories[:1] == ["run"]]
    assert {"run", "git", "trust"} <= {n.name for n in whole.debug_annotations}


def test_counters_have_their_values(packets):
    found = tracks(packets)
    counters = {uuid: t.name for uuid, t in found.items() if t.HasField("counter")}
    values: dict = {}
    for p in packets:
        if p.track_event.type == p.track_event.TYPE_COUNTER:
            values.setdefault(counters[p.track_event.track_uuid], []).append(
                (p.timestamp, p.track_event.double_counter_value))
    assert values[NOT_BEGUN][:3] == [(0, 2), (1000, 1), (11000, 0)]
    assert set(values) == {"workers executing", "workers awake", NOT_BEGUN}


def test_the_first_packet_clears_and_all_are_of_one_sequence(packets):
    assert packets[0].sequence_flags == packets[0].SEQ_INCREMENTAL_STATE_CLEARED
    assert {p.trusted_packet_sequence_id for p in packets} == {1}


@pytest.mark.parametrize("value", [0, 1, 127, 128, 300, 2**32, 2**63, -1])
def test_numbers_are_the_schema_s(value):
    packet = pb.TracePacket()
    packet.ParseFromString(number(8, value))
    assert packet.timestamp == value % 2**64
    assert len(varint(value)) <= 10
    event = pb.TrackEvent()
    event.ParseFromString(double(44, value))
    assert event.double_counter_value == value


def test_the_name_of_the_file_chooses_the_format(tmp_path):
    log = make_log.write(tmp_path / "log", BODY)
    for name, form, first in (("a.json", None, b"{"), ("a.pftrace", None, b"\n"),
                              ("b.json", "perfetto", b"\n"),
                              ("b.pftrace", "chrome", b"{")):
        words = ["--format", form] if form else []
        assert qc("trace", log, "-o", tmp_path / name, *words).exit_code == 0
        assert (tmp_path / name).read_bytes()[:1] == first
