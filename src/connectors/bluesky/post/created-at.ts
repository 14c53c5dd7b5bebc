/**
 * The maximum lead of the last date that clock skew can explain. A greater lead means that our own clock was set back.
 */
const maxAheadMicros = 1_000_000

/**
 * Dates records to the microsecond. Feeds sort and page by that date, so no two records share one: a record that is
 * built in the same microsecond as the previous one gets the next.
 */
export function createDating(): (now: Date) => string {
  let last = 0
  return (now) => {
    const micros = now.getTime() * 1_000
    const isTaken = micros <= last && last - micros < maxAheadMicros
    last = isTaken ? last + 1 : micros
    return inMicros(last)
  }
}

const inMicros = (micros: number): string => {
  const seconds = new Date(Math.floor(micros / 1_000)).toISOString().slice(0, 19)
  return `${seconds}.${String(micros % 1_000_000).padStart(6, '0')}Z`
}
