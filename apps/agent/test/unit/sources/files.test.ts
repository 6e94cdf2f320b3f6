import { appendFile, copyFile, mkdtemp, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FILES_SOURCE } from '../../../src/sources/files/files-source.js';
import type { FilesOptions } from '../../../src/sources/files/options.js';
import { RunningSource, silent, until } from './source-bench.js';

let folder: string;
const running: RunningSource[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waymark-files-'));
});
afterEach(async () => {
  for (const each of running.splice(0)) {
    each.release();
    await each.stop();
  }
  await rm(folder, { recursive: true });
});

const at = (name: string): string => join(folder, name);
const options = (more: Partial<FilesOptions> = {}): FilesOptions => ({
  folder,
  names: 'track.ndjson',
  format: 'ndjson',
  everySeconds: 0.01,
  ...more,
});
const lines = (from: number, to: number): string => Array.from({ length: to - from }, (_, n) => `${from + n}\n`).join('');
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, n) => from + n);

function start(given: FilesOptions, place?: unknown): RunningSource {
  const source = RunningSource.start(FILES_SOURCE, given, place);
  running.push(source);
  return source;
}

const values = (...sources: RunningSource[]): unknown[] =>
  sources
    .flatMap(({ kept }) => kept)
    .map(({ document, quarantined }) =>
      quarantined ? quarantined.reason : ((document as { value?: unknown; row?: unknown }).value ?? (document as { row?: unknown }).row),
    );
const looks = (source: RunningSource, more: number): Promise<void> =>
  ((last) => until(() => source.states.length >= last + more))(source.states.length);

describe('lines', () => {
  it('are read as they arrive; an incomplete one waits', async () => {
    await writeFile(at('track.ndjson'), '\ufeff1\r\n\n2\n3');
    const source = start(options());
    await until(() => source.kept.length === 2);
    await looks(source, 3);
    expect(values(source)).toEqual([1, 2]);
    expect(source.states.at(-1)).toMatch(/^connected: 1 files .* 1 line waits for its newline/);
    await appendFile(at('track.ndjson'), '4\n{"a":');
    await until(() => source.kept.length === 3);
    await appendFile(at('track.ndjson'), '5}\n');
    await until(() => source.kept.length === 4);
    expect(values(source)).toEqual([1, 2, 34, { a: 5 }]);
    await until(() => !source.states.at(-1)!.includes('waits'));
  });

  it('that are unreadable are quarantined, and the rest continues', async () => {
    await writeFile(
      at('track.ndjson'),
      Buffer.concat([
        Buffer.from('{\n'),
        Buffer.from([0x22, 0xff, 0x22, 0x0a]),
        Buffer.from(`"${'x'.repeat(1024 * 1024)}${'y'.repeat(300_000)}"\n7\n`),
      ]),
    );
    const source = start(options());
    await until(() => source.kept.length === 4);
    expect(values(source)).toEqual(['unreadable', 'unreadable', 'unreadable', 7]);
    expect(source.kept[2]!.quarantined!.detail).toMatch(/longer than 1048576 bytes/);
  });

  it('are neither repeated nor left out by a restart at any point', async () => {
    await writeFile(at('track.ndjson'), lines(0, 200_000));
    const first = start(options());
    first.holdAt(4);
    await until(() => first.calls.length === 4);
    await first.stop();
    expect(first.kept.length).toBeGreaterThan(0);
    expect(first.kept.length).toBeLessThan(200_000);
    const second = start(options(), first.place);
    await until(() => first.kept.length + second.kept.length >= 200_000);
    await looks(second, 3);
    expect(values(first, second)).toEqual(range(0, 200_000));
  });

  it('only from the first start on, if so configured, and never half of one', async () => {
    await writeFile(at('track.ndjson'), '1\n2');
    const source = start(options({ begin: 'end' }));
    await looks(source, 2);
    await appendFile(at('track.ndjson'), '3\n4\n');
    await until(() => source.kept.length === 1);
    await writeFile(at('other.ndjson'), '');
    await source.stop();
    const next = start(options({ begin: 'end' }), source.place);
    await appendFile(at('track.ndjson'), '5\n');
    await until(() => next.kept.length === 1);
    expect(values(source, next)).toEqual([4, 5]);
  });
});

describe('rotation', () => {
  const rename1 = async (): Promise<void> => {
    await rename(at('track.ndjson'), at('track.ndjson.1'));
    await writeFile(at('track.ndjson'), lines(2000, 3000));
  };
  const copyAndTruncate = async (): Promise<void> => {
    await copyFile(at('track.ndjson'), at('track.ndjson.1'));
    await truncate(at('track.ndjson'));
    await appendFile(at('track.ndjson'), lines(2000, 3000));
  };

  it.each([
    ['rename and create', rename1],
    ['copy and truncate', copyAndTruncate],
  ])('by %s loses and repeats nothing, even while the agent is away', async (_name, rotate) => {
    for (const names of ['track.ndjson', 'track.ndjson*']) {
      for (const away of [false, true]) {
        await rm(at('track.ndjson.1'), { force: true });
        await writeFile(at('track.ndjson'), lines(0, 1500));
        const first = start(options({ names }));
        await until(() => first.kept.length === 1500);
        if (away) await first.stop();
        else first.hold();
        await appendFile(at('track.ndjson'), lines(1500, 2000));
        await rotate();
        first.release();
        const second = away ? start(options({ names }), first.place) : first;
        const all = away ? [first, second] : [first];
        await until(() => all.reduce((sum, { kept }) => sum + kept.length, 0) >= 3000);
        await looks(second, 3);
        expect([...(values(...all) as number[])].sort((a, b) => a - b)).toEqual(range(0, 3000));
        await second.stop();
      }
    }
  });

  it('quarantines the incomplete last line of a file that is no longer written', async () => {
    await writeFile(at('track.ndjson'), '1\n2');
    const source = start(options());
    await until(() => source.kept.length === 1);
    await rename(at('track.ndjson'), at('old'));
    await writeFile(at('track.ndjson'), '3\n');
    await until(() => source.kept.length === 2);
    await looks(source, 3);
    expect(values(source)).toEqual([1, 3]);
    await utimes(at('old'), 1_700_000_000, 1_700_000_000);
    await until(() => source.kept.length === 3);
    await looks(source, 3);
    expect(values(source)).toEqual([1, 3, 'unreadable']);
  });

  it('continues after the folder was gone for a while', async () => {
    await writeFile(at('track.ndjson'), '1\n');
    const source = start(options());
    await until(() => source.kept.length === 1);
    await rename(folder, `${folder}-away`);
    await until(() => !source.connected);
    expect(source.states.at(-1)).toMatch(/ENOENT/);
    await appendFile(join(`${folder}-away`, 'track.ndjson'), '2\n');
    await rename(`${folder}-away`, folder);
    await until(() => source.kept.length === 2);
  });
});

describe('CSV', () => {
  const csv = (more: Partial<FilesOptions> = {}): FilesOptions => options({ names: '*.csv', format: 'csv', ...more });

  it('is read by its header, even after a restart, with newlines between quotes', async () => {
    await writeFile(at('a.csv'), '\ufeffid;note\r\n1;"two\nlines; ""quoted"""\r\n2;x\r\n3;"not whole\n');
    const first = start(csv({ delimiter: ';' }));
    await until(() => first.kept.length === 2);
    await first.stop();
    await appendFile(at('a.csv'), 'yet"\n4\n5;y\n');
    const second = start(csv({ delimiter: ';' }), first.place);
    await until(() => second.kept.length === 3);
    expect(values(first, second)).toEqual([
      { id: '1', note: 'two\nlines; "quoted"' },
      { id: '2', note: 'x' },
      { id: '3', note: 'not whole\nyet' },
      'unreadable',
      { id: '5', note: 'y' },
    ]);
    expect(first.kept[0]!.document).toMatchObject({ file: 'a.csv' });
  });

  it('with an invalid header stops at that file and reports it', async () => {
    await writeFile(at('a.csv'), 'id,id\n1,2\n');
    const source = start(csv());
    await until(() => source.states.length > 0);
    expect(source.states[0]).toBe('disconnected: a.csv: The header has "id" twice.');
  });
});

describe('GPX', () => {
  const gpx = (points: string, name = '<name>Boat &amp; crew</name>'): string =>
    `<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk>${name}<trkseg>${points}</trkseg></trk></gpx>`;
  const point = (n: number): string =>
    `<trkpt lat="53.${String(n).padStart(4, '0')}" lon="-2.9"><ele>${n}</ele><time>${new Date(1_700_000_000_000 + n * 1000).toISOString()}</time></trkpt>`;
  const options2 = (): FilesOptions => options({ names: '*.gpx', format: 'gpx' });

  it('is read once, by its content, even after a restart in its middle', async () => {
    await writeFile(at('a.gpx'), gpx(range(0, 3500).map(point).join('')));
    const first = start(options2());
    first.holdAt(3);
    await until(() => first.calls.length === 3);
    await first.stop();
    expect(first.kept.length).toBe(2000);
    await rename(at('a.gpx'), at('b.gpx'));
    const second = start(options2(), first.place);
    await until(() => first.kept.length + second.kept.length >= 3500);
    await copyFile(at('b.gpx'), at('c.gpx'));
    await looks(second, 4);
    const readings = [...first.kept, ...second.kept].map(({ reading }) => reading!);
    expect(readings.map(({ position }) => position!.alt)).toEqual(range(0, 3500));
    expect(readings[1]).toEqual({
      id: 'Boat & crew',
      title: 'Boat & crew',
      observedAt: 1_700_000_001_000,
      position: { lat: 53.0001, lon: -2.9, alt: 1 },
      fields: {},
    });
  });

  it('points without a time or place are quarantined; an invalid file, as a whole', async () => {
    await writeFile(
      at('a.gpx'),
      gpx('<trkpt lat="1" lon="2"></trkpt><trkpt lat="91" lon="2"><time>2023-11-14T22:13:20Z</time></trkpt>', ''),
    );
    await writeFile(at('b.gpx'), gpx(point(1)).slice(0, -10));
    await writeFile(at('c.gpx'), '<!DOCTYPE gpx [<!ENTITY a "aaaa">]><gpx>&a;</gpx>');
    await writeFile(at('d.gpx'), `${'<a>'.repeat(500)}${'</a>'.repeat(500)}`);
    const source = start(options2());
    await until(() => source.kept.length === 5);
    expect(source.kept.map(({ quarantined }) => quarantined?.reason)).toEqual([
      'impossible-time',
      'impossible-position',
      'unreadable',
      'unreadable',
      'unreadable',
    ]);
    expect(source.kept[3]!.quarantined!.detail).toMatch(/DOCTYPE/);
  });
});

it('check shows the header of a CSV with another delimiter', async () => {
  await writeFile(at('track.csv'), 'plate;time;lat\n1;2;3\n');
  const look = (delimiter?: string) =>
    FILES_SOURCE.check(options({ names: 'track.csv', format: 'csv', ...(delimiter !== undefined && { delimiter }) }), {
      name: 'test',
      log: silent,
      signal: new AbortController().signal,
    });
  expect((await look()).findings.at(-1)).toEqual({
    level: 'warning',
    text: 'The header is one column: "plate;time;lat". Set delimiter to what stands between its names.',
  });
  expect((await look(';')).findings.map(({ level }) => level)).toEqual(['fine']);
});

it('check reports the existing files', async () => {
  const context = { name: 'test', log: silent, signal: new AbortController().signal };
  expect((await FILES_SOURCE.check(options(), context)).findings[0]!.level).toBe('warning');
  await writeFile(at('track.ndjson'), '1\n2\n');
  expect(await FILES_SOURCE.check(options(), context)).toMatchObject({
    findings: [{ level: 'fine' }],
    samples: [{ document: { value: 1 } }, { document: { value: 2 } }],
  });
  expect((await FILES_SOURCE.check(options({ folder: at('none') }), context)).findings[0]!.level).toBe('fault');
});
