import { describe, expect, it } from 'vitest';
import { createFormat } from '../../src/words/format.js';
import { positionDetailNames, shownDetails } from '../../src/words/position-details.js';

describe('details of a position', () => {
  it('are shown with their units, in a fixed order, and only if the report had them', () => {
    const texts = (units: 'metric' | 'imperial' | 'nautical') =>
      shownDetails({ speed: 3.2, heading: 271.5, accuracy: 4, floor: 'B1' }, createFormat('en', units, 'UTC')).map(({ name, text }) => [
        name,
        text,
      ]);
    expect(texts('metric')).toEqual([
      ['floor', 'B1'],
      ['accuracy', '± 4 m'],
      ['heading', '272°'],
      ['speed', '12 km/h'],
    ]);
    expect(texts('imperial').at(-1)).toEqual(['speed', '7 mph']);
    expect(texts('nautical').at(-1)).toEqual(['speed', '6.2 kn']);
    expect(shownDetails({ heading: 0 }, createFormat('en', 'metric', 'UTC'))).toEqual([{ name: 'heading', text: '0°' }]);
  });

  it('have names in both languages', () => {
    expect(positionDetailNames('english').speed).toBe('Speed');
    expect(positionDetailNames('german').speed).toBe('Geschwindigkeit');
  });
});
