/** Notifications in English. */
import type { Sayings } from './sayings.ts'

const forMinutes = (minutes: number | null) => (minutes === null ? '' : ` for ${minutes} min`)

export const english: Sayings = {
  place: (rooms, place) => [rooms.join(' or '), place].filter((part) => part !== '').join(', '),
  device_offline: (name, place, time) => ({
    subject: 'Device offline',
    message: `${name} went offline. Last seen at ${time}${place === '' ? '' : ` (${place})`}.`,
  }),
  enter_danger_zone: (name, zone, place) => ({
    subject: 'Danger zone entered',
    message: `${name} entered ${zone}${place === '' ? '' : `, ${place}`}.`,
  }),
  station_online: (name) => ({ subject: 'Station online', message: `${name} is online again.` }),
  disengage: (by) => ({ subject: 'Ring stopped', message: `${by} stopped the ring.` }),
  test: () => ({ subject: 'Test alert', message: 'If you can hear the sound, alerts work on this computer.' }),
  high_temperature: (name, temperature, threshold, minutes) => ({
    subject: 'High Temperature',
    message: `${name}: ${temperature}, above ${threshold}${forMinutes(minutes)}.`,
  }),
  low_temperature: (name, temperature, threshold, minutes) => ({
    subject: 'Low temperature',
    message: `${name}: ${temperature}, below ${threshold}${forMinutes(minutes)}.`,
  }),
  back_to_normal: (name, temperature) => ({
    subject: 'Back to normal',
    message: `${name}: ${temperature}.`,
  }),
  low_battery: (name, percent) => ({ subject: 'Low battery', message: `${name} has ${percent}% left.` }),
  webhook_off: (name, isGone) => ({
    subject: 'Webhook switched off',
    message: isGone ? `${name} says that it is gone.` : `${name} has taken nothing for five days.`,
  }),
  help: (name, place) => ({
    subject: 'Help requested',
    message: `${name} asks for help${place === '' ? '' : `, ${place}`}.`,
  }),
}
