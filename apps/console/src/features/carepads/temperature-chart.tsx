/**
 * What a carepad measured over a time: the mean between the extremes of each minute or hour, its thresholds and excursions, and below
 * it the humidity where there is one. Mockup 11; decision 0043.
 */
import type { Carepad, Temperature } from '@whereabouts/contract/carepads'
import type { ExcursionMark } from '@whereabouts/contract/excursions'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useT } from '../../lib/i18n.ts'
import { formatTime } from '../../lib/time.ts'
import { inUnit, type Unit, unitText } from './carepad-state.ts'
import styles from './carepads.module.css'

const HEIGHT = 250
const HUMIDITY_HEIGHT = 110
/** Room for the names of thresholds (CSS pixels). */
const RIGHT = 74
const AXIS_WIDTH = 44

interface TemperatureChartProps {
  readonly carepad: Carepad
  readonly temperatures: readonly Temperature[]
  readonly excursions: readonly ExcursionMark[]
  /** Epoch seconds. */
  readonly start: number
  readonly end: number
  readonly unit: Unit
}

/** Longer silences (s) interrupt the line. */
const gapOf = (lengthS: number): number => (lengthS > 8 * 86_400 ? 7200 : 930)

/** Columns for the charts, with an empty row in each gap. */
function columnsOf(temperatures: readonly Temperature[], unit: Unit, gapS: number) {
  const times: number[] = []
  const [means, lows, highs, humidities] = [[], [], [], []] as (number | null)[][] as [
    (number | null)[],
    (number | null)[],
    (number | null)[],
    (number | null)[],
  ]
  for (const { time, temperature, low, high, humidity } of temperatures) {
    const before = times.at(-1)
    if (before !== undefined && time - before > gapS) {
      times.push(before + 1)
      for (const column of [means, lows, highs, humidities]) column.push(null)
    }
    times.push(time)
    means.push(inUnit(temperature, unit))
    lows.push(inUnit(low, unit))
    highs.push(inUnit(high, unit))
    humidities.push(humidity)
  }
  return { times, means, lows, highs, humidities }
}

export function TemperatureChart({ carepad, temperatures, excursions, start, end, unit }: TemperatureChartProps) {
  const t = useT()
  const place = useRef<HTMLDivElement>(null)
  const { threshold_high, threshold_low } = carepad
  const hasHumidity = temperatures.some(({ humidity }) => humidity !== null)
  useEffect(() => {
    const box = place.current
    if (box === null) return
    const colours = getComputedStyle(box)
    const colour = (name: string) => colours.getPropertyValue(`--wb-${name}`).trim()
    const font = (weight: number) => `${weight} ${12 * devicePixelRatio}px ${colours.fontFamily}`
    const high = inUnit(threshold_high, unit)
    const low = threshold_low === null ? undefined : inUnit(threshold_low, unit)
    const { times, means, lows, highs, humidities } = columnsOf(temperatures, unit, gapOf(end - start))

    const drawBand = (chart: uPlot) => {
      const { ctx, bbox } = chart
      const top = chart.valToPos(high, 'y', true)
      const bottom = low === undefined ? bbox.top + bbox.height : chart.valToPos(low, 'y', true)
      ctx.save()
      ctx.fillStyle = colour('ok-tint')
      ctx.fillRect(bbox.left, top, bbox.width, bottom - top)
      for (const { event, start: from, duration } of excursions) {
        const left = Math.max(bbox.left, chart.valToPos(from, 'x', true))
        const right = Math.min(bbox.left + bbox.width, chart.valToPos(from + Math.max(duration, 60), 'x', true))
        ctx.fillStyle = colour(event === 'high_temperature' ? 'bad-tint' : 'cold-tint')
        if (right > left) ctx.fillRect(left, bbox.top, Math.max(right - left, 2), bbox.height)
      }
      ctx.restore()
    }
    const drawLimits = (chart: uPlot) => {
      const { ctx, bbox } = chart
      const right = bbox.left + bbox.width
      ctx.save()
      ctx.textBaseline = 'middle'
      ctx.textAlign = 'left'
      ctx.font = font(500)
      for (const [value, name, label] of [
        [high, 'bad', t('carepads.thresholdHigh')],
        [low, 'cold', t('carepads.thresholdLow')],
      ] as const) {
        if (value === undefined) continue
        const y = chart.valToPos(value, 'y', true)
        ctx.strokeStyle = colour(name)
        ctx.setLineDash([6 * devicePixelRatio, 4 * devicePixelRatio])
        ctx.beginPath()
        ctx.moveTo(bbox.left, y)
        ctx.lineTo(right, y)
        ctx.stroke()
        ctx.fillStyle = colour(`${name}-text`)
        ctx.fillText(`${label} ${value.toFixed(1).replace('-', '−')}`, right + 6 * devicePixelRatio, y)
      }
      const last = means.at(-1)
      if (typeof last === 'number') {
        const isOut = last > high || (low !== undefined && last < low)
        const [x, y] = [chart.valToPos(times.at(-1)!, 'x', true), chart.valToPos(last, 'y', true)]
        ctx.fillStyle = colour(isOut ? (last > high ? 'bad' : 'cold') : 'ink')
        ctx.beginPath()
        ctx.arc(x, y, 3.5 * devicePixelRatio, 0, 2 * Math.PI)
        ctx.fill()
      }
      ctx.restore()
    }
    /** The line has the colour of the side it is on. */
    const strokeOf = (chart: uPlot) => {
      const { top, height } = chart.bbox
      const share = (value: number) => Math.max(0, Math.min(1, (chart.valToPos(value, 'y', true) - top) / height))
      const gradient = chart.ctx.createLinearGradient(0, top, 0, top + height)
      const [above, below] = [share(high), low === undefined ? 1 : share(low)]
      for (const [at, name] of [
        [0, 'bad'],
        [above, 'bad'],
        [above, 'ink'],
        [below, 'ink'],
        [below, low === undefined ? 'ink' : 'cold'],
        [1, low === undefined ? 'ink' : 'cold'],
      ] as const) {
        gradient.addColorStop(at, colour(name))
      }
      return gradient
    }

    const tip = document.createElement('div')
    tip.className = styles.tip ?? ''
    tip.hidden = true
    const showTip = (chart: uPlot) => {
      const index = chart.cursor.idx
      const mean = typeof index === 'number' ? means[index] : null
      tip.hidden = typeof mean !== 'number'
      if (typeof index !== 'number' || typeof mean !== 'number') return
      const [lowest, highest, humidity] = [lows[index]!, highs[index]!, humidities[index]]
      const text = (value: number) => value.toFixed(1).replace('-', '−')
      const lines = [
        `${text(mean)} ${unitText(unit)}`,
        ...(lowest === highest ? [] : [`${text(lowest)} – ${text(highest)}`]),
        ...(typeof humidity === 'number' ? [`${Math.round(humidity)} %`] : []),
        formatTime(times[index]!),
      ]
      tip.replaceChildren(
        ...lines.map((line, at) => {
          const row = document.createElement(at === 0 ? 'strong' : 'span')
          row.textContent = line
          return row
        }),
      )
      const [left, top] = [chart.valToPos(times[index]!, 'x'), chart.valToPos(mean, 'y')]
      const width = chart.over.clientWidth
      const half = tip.offsetWidth / 2
      tip.style.left = `${Math.max(half, Math.min(width - half, left))}px`
      tip.style.top = `${top}px`
      tip.dataset.below = String(top < tip.offsetHeight + 12)
    }

    const axis: uPlot.Axis = {
      stroke: colour('t3'),
      grid: { stroke: colour('line'), width: 1 },
      ticks: { show: false },
      font: `12px ${colours.fontFamily}`,
    }
    const x = { range: (): [number, number] => [start, end] }
    const xAxis = { ...axis, values: timesOf, grid: { show: false } }
    const yAxis = { ...axis, size: AXIS_WIDTH }
    const padding: [number, number, number, number] = [10, RIGHT, 0, 0]
    const series = { label: '', points: { show: false } }
    const chart = new uPlot(
      {
        ...{ width: box.clientWidth, height: HEIGHT, legend: { show: false }, padding },
        cursor: { y: false, drag: { x: false, y: false } },
        scales: {
          x,
          y: {
            range: (_chart, least, most) => rangeOf(Math.min(least ?? high, low ?? high), Math.max(most ?? high, high)),
          },
        },
        axes: [xAxis, yAxis],
        series: [{}, { ...series, stroke: strokeOf, width: 1.75 }, series, series],
        bands: [{ series: [3, 2], fill: colour('line2') }],
        hooks: {
          drawClear: [drawBand],
          draw: [drawLimits],
          setCursor: [showTip],
          ready: [(self) => self.over.append(tip)],
        },
      },
      [times, means, lows, highs],
      box,
    )
    const humidity = hasHumidity
      ? new uPlot(
          {
            ...{ width: box.clientWidth, height: HUMIDITY_HEIGHT, legend: { show: false }, padding },
            cursor: { show: false },
            scales: { x, y: { range: (_chart, least, most) => percentRange(least ?? 0, most ?? 100) } },
            axes: [xAxis, { ...yAxis, values: (_chart, ticks) => ticks.map((tick) => `${tick}%`) }],
            series: [{}, { ...series, stroke: colour('cold'), width: 1.5 }],
          },
          [times, humidities],
          box,
        )
      : undefined
    const watcher = new ResizeObserver(() => {
      chart.setSize({ width: box.clientWidth, height: HEIGHT })
      humidity?.setSize({ width: box.clientWidth, height: HUMIDITY_HEIGHT })
    })
    watcher.observe(box)
    return () => {
      watcher.disconnect()
      chart.destroy()
      humidity?.destroy()
    }
  }, [temperatures, excursions, start, end, unit, threshold_high, threshold_low, hasHumidity, t])
  return (
    <div
      ref={place}
      className={styles.chart}
      role="img"
      aria-label={t(hasHumidity ? 'carepads.chartWithHumidity' : 'carepads.chart', { name: carepad.carepad_name })}
    />
  )
}

function rangeOf(least: number, most: number): [number, number] {
  const margin = Math.max((most - least) * 0.12, 0.5)
  return [least - margin, most + margin]
}

const percentRange = (least: number, most: number): [number, number] => [
  Math.max(0, Math.floor(least / 10) * 10 - 5),
  Math.min(100, Math.ceil(most / 10) * 10 + 5),
]

/** Days where ticks are a day apart, times of day otherwise. */
const timesOf = (_chart: uPlot, ticks: readonly number[], _axis: number, _space: number, step: number): string[] =>
  ticks.map((tick) => (step >= 86_400 ? formatTime(tick).slice(5, 10) : formatTime(tick).slice(11)))
