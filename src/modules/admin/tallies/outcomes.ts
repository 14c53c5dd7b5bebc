import { type Network, platformFields } from '#rules/network-names.ts'
import type { PublicationTally } from './store.ts'

/** The outcomes of publications in a period, and the lateness of the published ones. */
interface Outcome {
  readonly published: number
  readonly failed: number
  readonly unknown: number
  /** Null if none finished. */
  readonly successShare: number | null
  /** Null if none was published. At most 42% more than the real value. */
  readonly latenessMs: { readonly p50: number; readonly p99: number } | null
}

/** Sums up tallies by network and mode. */
export function outcomesByNetwork(tallies: readonly PublicationTally[]) {
  const groups = Map.groupBy(tallies, ({ network, mode }) => `${network} ${mode}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    return first ? [{ ...platformFields(first.network as Network), mode: first.mode, ...outcomeOf(group) }] : []
  })
}

export function outcomeOf(tallies: readonly PublicationTally[]): Outcome {
  const countOf = (outcome: PublicationTally['outcome']) =>
    tallies.reduce((sum, one) => (one.outcome === outcome ? sum + one.count : sum), 0)
  const [published, failed, unknown] = [countOf('published'), countOf('failed'), countOf('unknown')]
  const all = published + failed + unknown
  return {
    published,
    failed,
    unknown,
    successShare: all === 0 ? null : published / all,
    latenessMs: published === 0 ? null : { p50: latenessAt(tallies, 0.5), p99: latenessAt(tallies, 0.99) },
  }
}

/** Returns the upper end of a lateness bucket. `ph.lateness_bucket` assigns publications to buckets. */
const endOfBucket = (bucket: number): number => Math.round(100 * 2 ** (bucket / 2))

function latenessAt(tallies: readonly PublicationTally[], share: number): number {
  const published = tallies
    .flatMap(({ bucket, count }) => (bucket === null ? [] : [{ bucket, count }]))
    .sort((one, other) => one.bucket - other.bucket)
  const total = published.reduce((sum, { count }) => sum + count, 0)
  let seen = 0
  for (const { bucket, count } of published) {
    seen += count
    if (seen >= share * total) return endOfBucket(bucket)
  }
  return 0
}
