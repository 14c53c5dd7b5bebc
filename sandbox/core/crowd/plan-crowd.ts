import { seededRandom } from '../kit/random.ts'
import { editedText, voices } from './voices.ts'

/** Properties of a crowd. The same ones give the same people, words and times. */
export interface CrowdWish {
  readonly people: number
  readonly minutes: number
  readonly seed: string
  /** Comments per minute. */
  readonly pace: number
}

/** Act of a person, at a time after the beginning. */
export interface CrowdStep {
  readonly afterMs: number
  readonly does: 'comment' | 'mention' | 'edit' | 'delete'
  /** The comment that it is about: its place among the comments of the crowd. */
  readonly nth: number
  /** The comment that it replies to. Null for one below the post. */
  readonly under: number | null
  readonly by: string
  readonly text: string
}

/** The limits of a crowd. */
export const crowdLimits = { people: 500, minutes: 1_440, pace: 600, steps: 20_000 } as const

const editAfterMs = 20_000
const deleteAfterMs = 90_000
const [replyShare, mentionShare, repeatShare] = [0.2, 0.1, 0.05]

/** Plans what a crowd does, in order. Every kind of voice is heard before one is heard again. */
export function planCrowd({ people, minutes, seed, pace }: CrowdWish): readonly CrowdStep[] {
  const next = seededRandom(seed).stream('crowd')
  const below = (max: number) => Math.floor(next() * max)
  const count = Math.min(Math.max(1, Math.round(minutes * pace)), crowdLimits.steps / 2)
  const times = Array.from({ length: count }, () => below(minutes * 60_000)).toSorted((a, b) => a - b)
  const steps: CrowdStep[] = []
  const said: CrowdStep[] = []
  let order: number[] = []
  for (const [nth, afterMs] of times.entries()) {
    if (order.length === 0) order = shuffled(voices.length, below)
    const voice = voices[order.pop() ?? 0]
    if (!voice) continue
    const by = `user-${9_001 + below(people)}`
    const kind = next()
    const above = said[below(said.length)]
    const isMention = kind < mentionShare && voice.then === undefined
    const under = kind >= mentionShare && kind < mentionShare + replyShare && above ? above.nth : null
    const twice = kind > 1 - repeatShare && voice.then === undefined ? above : undefined
    const comment: CrowdStep = {
      afterMs,
      does: isMention ? 'mention' : 'comment',
      nth,
      under,
      by: twice?.by ?? by,
      text: twice?.text ?? voice.text,
    }
    steps.push(comment)
    if (!isMention) said.push(comment)
    const { then } = voice
    if (then === 'edit')
      steps.push({ ...comment, afterMs: afterMs + editAfterMs, does: 'edit', text: editedText(comment.text) })
    if (then === 'delete') steps.push({ ...comment, afterMs: afterMs + deleteAfterMs, does: 'delete', text: '' })
  }
  return steps.toSorted((a, b) => a.afterMs - b.afterMs || a.nth - b.nth)
}

function shuffled(length: number, below: (max: number) => number): number[] {
  const order = Array.from({ length }, (_, at) => at)
  for (let at = length - 1; at > 0; at -= 1) {
    const other = below(at + 1)
    const [one = 0, two = 0] = [order[at], order[other]]
    order[at] = two
    order[other] = one
  }
  return order
}
