/** A thing at a time of a day. */
interface Timed {
  readonly at: string
}

/** The place of a thing in the column of its day: its minute, and its lane among those at about the same time. */
interface Place {
  readonly minute: number
  readonly lane: number
  readonly lanes: number
}

/** A chip is as tall as this many minutes, so posts that are closer are side by side. */
const chipMinutes = 45

const minuteOf = (at: string): number => {
  const time = new Date(at)
  return time.getHours() * 60 + time.getMinutes()
}

/** Places the things of a day, which come in the order of their times. */
export function placeInDay<Thing extends Timed>(things: readonly Thing[]): readonly (Thing & Place)[] {
  const placed: (Thing & Place)[] = []
  let cluster: (Thing & Place)[] = []
  let ends: number[] = []
  const close = () => {
    placed.push(...cluster.map((thing) => ({ ...thing, lanes: ends.length })))
    cluster = []
    ends = []
  }
  for (const thing of things) {
    const minute = minuteOf(thing.at)
    if (ends.every((end) => end <= minute)) close()
    const free = ends.findIndex((end) => end <= minute)
    const lane = free === -1 ? ends.length : free
    ends[lane] = minute + chipMinutes
    cluster.push({ ...thing, minute, lane, lanes: 1 })
  }
  close()
  return placed
}
