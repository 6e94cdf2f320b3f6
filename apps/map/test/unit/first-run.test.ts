import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { curlLine } from '../../src/first-run/curl-line.js';
import { DemoFleet } from '../../src/first-run/demo-fleet.js';
import { placeNear } from '../../src/first-run/near-city.js';
import { english } from '../../src/words/english.js';

describe('the line for a terminal', () => {
  it('comes through a shell as it was meant, whatever is in it', () => {
    const line = curlLine({ origin: 'http://localhost:8080', workspace: "o'brien & co", token: 'a.b-c_d', externalId: 'x', position: { lat: 53.4, lon: -2.98 }, title: `it's "$HOME" \`id\`` });
    const words = JSON.parse(execFileSync('sh', ['-c', `${line.replace(/^curl/, `"${process.execPath}" -e 'console.log(JSON.stringify(process.argv.slice(1)))' --`)}`], { encoding: 'utf8' })) as string[];
    expect(words[0]).toBe("http://localhost:8080/groups/o'brien%20%26%20co/externalObjects");
    expect(words[2]).toBe('Authorization: Bearer a.b-c_d');
    expect(JSON.parse(words.at(-1)!)).toMatchObject([{ externalId: 'x', initialExternalObject: { title: `it's "$HOME" \`id\`` } }]);
  });
});

describe('the demo fleet', () => {
  it('has 25 vehicles with names of their own that move no faster than they can and stay near', () => {
    let seed = 7;
    const fleet = new DemoFleet('demo-', { lat: 53.4, lon: -2.98 }, english.firstRun.demoFleet, () => (seed = (seed * 16807) % 2147483647) / 2147483647);
    const first = fleet.elements();
    expect(new Set(first.map(({ externalId }) => externalId)).size).toBe(25);
    expect(new Set(first.map(({ initialExternalObject }) => initialExternalObject!.title)).size).toBe(25);
    for (let step = 0; step < 300; step++) {
      const before = fleet.elements();
      fleet.advance(2);
      fleet.elements().forEach(({ locationUpdate }, at) => {
        const [one, other] = [before[at]!.locationUpdate!.newPosition, locationUpdate!.newPosition];
        const metres = Math.hypot(one.lat - other.lat, (one.lon - other.lon) * Math.cos((53.4 * Math.PI) / 180)) * 111_320;
        expect(metres).toBeLessThan(2 * 15 + 1);
        expect(Math.abs(other.lat - 53.4)).toBeLessThan(0.1);
      });
    }
    expect(fleet.elements().filter(({ locationUpdate }, at) => locationUpdate!.newPosition.lat !== first[at]!.locationUpdate!.newPosition.lat).length).toBeGreaterThan(20);
  });

  it('begins in view where a town is, else in the city that is nearest', () => {
    expect(placeNear({ lat: 1, lon: 2 }, 12)).toEqual({ lat: 1, lon: 2 });
    expect(placeNear({ lat: 53, lon: -4 }, 3).lat).toBeCloseTo(53.4, 1);
    expect(placeNear({ lat: -40, lon: -179 }, 1).lon).toBeCloseTo(174.8, 1);
  });
});
