import { connectors } from '#app/connectors.ts'
import { validate } from '#connectors/check/validate.ts'
import type { Connector } from '#connectors/connector.ts'
import { requireSmallJson } from '#infra/http/request/bodies.ts'
import { acceptsJson } from '#infra/http/request/validation.ts'
import { redactText } from '#infra/log/redact.ts'
import { countUnits } from '#rules/count/count.ts'
import { findAnew } from '#rules/find/find.ts'
import { cashtagsOnX } from '#rules/find/find-x.ts'
import { hostileTexts } from '#test/hostile/texts.ts'

/**
 * Measures the cost of the most expensive hostile texts: 100,000 characters of each, wherever a client's text is read,
 * and the largest thread of them for each network. Takes the best of three; nothing else should run at the same time.
 */
const length = 100_000
const wantedMs = 50

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'find: bluesky': (text) => findAnew(text, 'bluesky'),
  'find: fediverse': (text) => findAnew(text, 'fediverse'),
  'find: x': (text) => findAnew(text, 'x'),
  'find: plain': (text) => findAnew(text, 'plain'),
  cashtags: cashtagsOnX,
  'count: grapheme': (text) => countUnits(text, 'grapheme'),
  'count: weighted, up to the limit': (text) => countUnits(text, 'weighted', 4 * 280),
  'count: emojiBytes': (text) => countUnits(text, 'emojiBytes'),
  'log: redact': redactText,
  'edge: Accept': acceptsJson,
  'edge: size of JSON': (text) => requireSmallJson(text, 1_048_576),
}

/** Returns the number of characters that a check looks at in the largest body that is accepted. */
const charactersFor = ({ limits }: Connector): number =>
  Math.min(9_000, 19 * Math.min(...limits.text.map(({ max }) => max)))

for (const [name, read] of Object.entries(readers))
  report(
    name,
    dearest((text) => read(text), length),
  )
for (const connector of Object.values(connectors)) {
  report(
    `judge: a thread of 100 parts, ${connector.limits.name}`,
    dearest((text) => judge(connector, text), charactersFor(connector)),
  )
}

interface Cost {
  readonly ms: number
  readonly name: string
}

function dearest(work: (text: string) => unknown, characters: number): Cost {
  const costs = hostileTexts.map(({ name, of }) => ({ name, ms: bestOf(3, () => work(of(characters))) }))
  return costs.reduce((most, one) => (one.ms > most.ms ? one : most))
}

function bestOf(tries: number, work: () => unknown): number {
  const took = Array.from({ length: tries }, () => {
    const startedAt = performance.now()
    work()
    return performance.now() - startedAt
  })
  return Math.min(...took)
}

/** Each part differs, so that none is known from another. */
function judge(connector: Connector, text: string): unknown {
  const parts = Array.from({ length: 100 }, (_, at) => ({ text: `${at} ${Math.random()} ${text}`, media: [] }))
  return validate({
    connector,
    outgoing: {
      format: 'post',
      parts,
      title: null,
      link: null,
      language: null,
      firstComment: null,
      settings: {},
      account: { remoteId: '1', handle: 'ada', facts: {} },
    },
    planFit: () => ({ action: 'as-is' }),
  })
}

function report(name: string, { ms, name: shape }: Cost): void {
  const mark = ms > wantedMs ? '  over 50 ms' : ''
  console.log(`${name.padEnd(50)} ${ms.toFixed(1).padStart(8)} ms  ${shape}${mark}`)
}
