/** The temperature of a carepad over a time: its line between the extremes of each minute or hour, and its thresholds. Decision 0043. */
import type { Carepad, Excursion, Temperature } from '@whereabouts/contract/carepads'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useT } from '../../lib/i18n.ts'
import { inUnit, type Unit } from './carepad-state.ts'
import styles from './carepads.module.css'

const HEIGHT = 260

interface TemperatureChartProps {
  readonly carepad: Carepad
  readonly temperatures: readonly Temperature[]
  readonly excursions: readonly Excursion[]
  /** Epoch seconds. */
  readonly start: number
  readonly end: number
  readonly unit: Unit
}

/** Longer silences (s) interrupt the line. */
const gapOf = (lengthS: number): number => (lengthS > 8 * 86_400 ? 7200 : 930)

/** Columns for the chart, with an empty row in each gap. */
function columnsOf(temperatures: readonly Temperature[], unit: Unit, gapS: number): uPlot.AlignedData {
  const times: number[] = []
  const [means, lows, highs] = [[], [], []] as [(number | null)[], (number | null)[], (number | null)[]]
  for (const { time, temperature, low, high } of temperatures) {
    const before = times.at(-1)
    if (before !== undefined && time - before > gapS) {
      times.push(before + 1)
      for (const column of [means, lows, highs]) column.push(null)
    }
    times.push(time)
    means.push(inUnit(temperature, unit))
    lows.push(inUnit(low, unit))
    highs.push(inUnit(high, unit))
  }
  return [times, means, lows, highs]
}

export function TemperatureChart({ carepad, temperatures, excursions, start, end, unit }: TemperatureChartProps) {
  const t = useT()
  const place = useRef<HTMLDivElement>(null)
  const { threshold_high, threshold_low } = carepad
  useEffect(() => {
    const box = place.current
    if (box === null) return
    const colours = getComputedStyle(box)
    const colour = (name: string) => colours.getPropertyValue(`--wb-${name}`).trim()
    const [high, low] = [inUnit(threshold_high, unit), inUnit(threshold_low, unit)]
    const drawBand = (chart: uPlot) => {
      const { ctx, bbox } = chart
      const [top, bottom] = [chart.valToPos(high, 'y', true), chart.valToPos(low, 'y', true)]
      ctx.save()
      ctx.fillStyle = colour('ok-tint')
      ctx.fillRect(bbox.left, top, bbox.width, bottom - top)
      for (const { event, start: from, duration } of excursions) {
        const left = Math.max(bbox.left, chart.valToPos(from, 'x', true))
        const right = Math.min(bbox.left + bbox.width, chart.valToPos(from + Math.max(duration, 60), 'x', true))
        ctx.fillStyle = colour(event === 'high_temperature' ? 'bad-tint' : 'cold-tint')
        if (right > left) ctx.fillRect(left, bbox.top, Math.max(right - left, 2), bbox.height)
      }
      ctx.setLineDash([6 * devicePixelRatio, 4 * devicePixelRatio])
      for (const [y, name] of [
        [top, 'bad'],
        [bottom, 'cold'],
      ] as const) {
        ctx.strokeStyle = colour(name)
        ctx.beginPath()
        ctx.moveTo(bbox.left, y)
        ctx.lineTo(bbox.left + bbox.width, y)
        ctx.stroke()
      }
      ctx.restore()
    }
    const axis: uPlot.Axis = {
      stroke: colour('t3'),
      grid: { stroke: colour('line'), width: 1 },
      ticks: { show: false },
      font: `12px ${colours.fontFamily}`,
    }
    const chart = new uPlot(
      {
        width: box.clientWidth,
        height: HEIGHT,
        legend: { show: true, live: true },
        cursor: { y: false },
        scales: {
          x: { range: () => [start, end] },
          y: { range: (_chart, least, most) => rangeOf(Math.min(least ?? low, low), Math.max(most ?? high, high)) },
        },
        axes: [{ ...axis, values: timesOf }, axis],
        series: [
          { label: '', value: (_chart, value: number | null) => (value === null ? '' : timeText(value)) },
          { label: t('carepads.mean'), stroke: colour('ink'), width: 1.5, points: { show: false }, value: valueText },
          { label: t('carepads.lowest'), points: { show: false }, value: valueText },
          { label: t('carepads.highest'), points: { show: false }, value: valueText },
        ],
        bands: [{ series: [3, 2], fill: colour('line2') }],
        hooks: { drawClear: [drawBand] },
      },
      columnsOf(temperatures, unit, gapOf(end - start)),
      box,
    )
    const watcher = new ResizeObserver(() => chart.setSize({ width: box.clientWidth, height: HEIGHT }))
    watcher.observe(box)
    return () => {
      watcher.disconnect()
      chart.destroy()
    }
  }, [temperatures, excursions, start, end, unit, threshold_high, threshold_low, t])
  return (
    <div
      ref={place}
      className={styles.chart}
      role="img"
      aria-label={t('carepads.chart', { name: carepad.carepad_name })}
    />
  )
}

function rangeOf(least: number, most: number): [number, number] {
  const margin = Math.max((most - least) * 0.12, 0.5)
  return [least - margin, most + margin]
}

const valueText = (_chart: uPlot, value: number | null): string =>
  value === null ? '–' : value.toFixed(1).replace('-', '−')

const two = (value: number): string => String(value).padStart(2, '0')
function timeText(epochSeconds: number): string {
  const time = new Date(epochSeconds * 1000)
  return `${two(time.getMonth() + 1)}/${two(time.getDate())} ${two(time.getHours())}:${two(time.getMinutes())}`
}

/** Days where ticks are a day apart, times of day otherwise. */
const timesOf = (_chart: uPlot, ticks: readonly number[], _axis: number, _space: number, step: number): string[] =>
  ticks.map((tick) => (step >= 86_400 ? timeText(tick).slice(0, 5) : timeText(tick).slice(6)))
