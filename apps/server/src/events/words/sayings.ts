/** What a language has to say of each type of event. Places may be ''. */
export interface Told {
  readonly subject: string
  readonly message: string
}

type BeyondThreshold = (name: string, temperature: string, threshold: string, minutes: number | null) => Told

export interface Sayings {
  /** Where it is: in one of these rooms, if any is known, of a place. */
  readonly place: (rooms: readonly string[], place: string) => string
  /** `time`: when it was last seen. */
  readonly device_offline: (name: string, place: string, time: string) => Told
  readonly enter_danger_zone: (name: string, zone: string, place: string) => Told
  readonly station_online: (name: string) => Told
  readonly disengage: (by: string) => Told
  readonly test: () => Told
  readonly high_temperature: BeyondThreshold
  readonly low_temperature: BeyondThreshold
  readonly back_to_normal: (name: string, temperature: string) => Told
  readonly low_battery: (name: string, percent: number) => Told
  /** `isGone`: its receiver said that it is gone; else it took nothing for days. */
  readonly webhook_off: (name: string, isGone: boolean) => Told
  readonly help: (name: string, place: string) => Told
}
