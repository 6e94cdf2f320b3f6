/**
 * Positions of the load are whole hundredths of a degree with an accuracy of 50 m, and none is that near to a border of these areas. The
 * borders run along a meridian or parallel between two hundredths, or at 45 degrees, where the sum or difference of both coordinates is
 * between two hundredths.
 */
export const AREAS_BETWEEN_POSITIONS = [
  {
    name: 'wide',
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [-120.005, -20.0025],
          [-80.005, -60.0025],
          [60.005, -60.0025],
          [60.005, 40.0025],
          [40.005, 60.0025],
          [-120.005, 60.0025],
          [-120.005, -20.0025],
        ],
        [
          [-40.005, 0.0025],
          [-20.005, 20.0025],
          [-0.005, 0.0025],
          [-20.005, -19.9975],
          [-40.005, 0.0025],
        ],
      ],
    },
  },
  {
    name: 'two pieces, one over the antimeridian',
    floor: 2,
    geometry: {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [150.005, -50.005],
            [250.005, -50.005],
            [250.005, 50.005],
            [150.005, 50.005],
            [150.005, -50.005],
          ],
        ],
        [
          [
            [10.005, -30.005],
            [70.005, -30.005],
            [70.005, 30.005],
            [10.005, 30.005],
            [10.005, -30.005],
          ],
        ],
      ],
    },
  },
] as const;
