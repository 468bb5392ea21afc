import { expect, test } from 'vitest'
import { fitCalibration } from './calibration.ts'
import { placeOnWay } from './survey.ts'

test('a station without samples counts as a usual one', () => {
  expect(fitCalibration('a', [])).toEqual({ stationId: 'a', rssiAt1mDbm: -59, exponent: 2.2, residualDb: 0 })
})

test('many samples over many distances give the strength at one metre and the exponent', () => {
  const samples = Array.from({ length: 400 }, (_, index) => {
    const distanceMetres = 1 + (index % 20)
    return { distanceMetres, rssiDbm: -50 - 3 * 5 * Math.log10(distanceMetres ** 2 + 1) }
  })
  const fitted = fitCalibration('a', samples)
  expect(fitted.rssiAt1mDbm).toBeCloseTo(-50, 0)
  expect(fitted.exponent).toBeCloseTo(3, 1)
  expect(fitted.residualDb).toBeLessThan(0.5)
})

test('a few samples beside the station correct its strength and leave the exponent alone', () => {
  const fitted = fitCalibration(
    'a',
    Array.from({ length: 30 }, () => ({ distanceMetres: 0, rssiDbm: -49 })),
  )
  expect(fitted.rssiAt1mDbm).toBeCloseTo(-49, 0)
  expect(fitted.exponent).toBeCloseTo(2.2, 5)
})

test('between its corners a carried tracker goes straight at an even pace', () => {
  const way = [
    { x: 0, y: 0, atMs: 1000 },
    { x: 100, y: 0, atMs: 11_000 },
    { x: 100, y: 50, atMs: 16_000 },
  ]
  expect(placeOnWay(way, 0)).toEqual({ x: 0, y: 0 })
  expect(placeOnWay(way, 6000)).toEqual({ x: 50, y: 0 })
  expect(placeOnWay(way, 13_500)).toEqual({ x: 100, y: 25 })
  expect(placeOnWay(way, 20_000)).toEqual({ x: 100, y: 50 })
  expect(placeOnWay(way.slice(0, 1), 20_000)).toEqual({ x: 0, y: 0 })
  expect(placeOnWay([], 0)).toBeUndefined()
})
