import type { Walk } from './walk.ts'

/** The purposes of steps, in terms that people know. Each network has its own steps. */
const phases = ['look', 'prepare', 'send', 'wait', 'publish', 'name', 'again', 'comment'] as const
type Phase = (typeof phases)[number]

const byPhase: Readonly<Partial<Record<Phase, readonly string[]>>> = {
  look: ['look', 'creator', 'room'],
  prepare: [
    ...['answer', 'build', 'describe', 'container', 'init', 'open', 'pinFirst', 'startReel', 'startStory'],
    'startVideo',
  ],
  send: [
    ...['upload', 'uploadAgain', 'sendVideo', 'sendDirectly', 'sendReel', 'sendStory', 'send', 'sendLast', 'append'],
    ...['photo', 'image', 'document', 'thumbnail', 'item', 'finalize', 'finishVideo', 'captions', 'playlist'],
  ],
  wait: [
    ...['wait', 'await', 'ready', 'awaitDocument', 'awaitImage', 'awaitItems', 'awaitReel', 'awaitStory'],
    ...['awaitThumbnail', 'awaitUpload', 'awaitVideo'],
  ],
  name: ['locate', 'name', 'number'],
  again: ['afresh', 'resend', 'denied', 'photosAgain', 'imageAgain', 'documentAgain', 'videoAgain'],
}
const phaseOf = new Map(
  Object.entries(byPhase).flatMap(([phase, steps]) => steps.map((step) => [step, phase as Phase])),
)

/** Returns the purpose of a step. A step with a visible effect is a publish step, whatever its name. */
function findPhase({ step, kind }: Pick<Walk['steps'][number], 'step' | 'kind'>): Phase {
  if (kind === 'publish') return 'publish'
  return phaseOf.get(step) ?? (kind === 'follow_up' ? 'comment' : 'prepare')
}

/** True for a step with its own label. */
export const isKnownStep = (step: string): boolean => phaseOf.has(step)

/** A segment of the strip: consecutive steps of one phase. */
export interface Stage {
  readonly key: string
  readonly phase: Phase
  readonly state: 'done' | 'found' | 'not_found' | 'now' | 'looked_for'
  /** The duration of the call whose effect people can see. */
  readonly tookMs: number | null
  /** The part of a thread that it published, from 1. Null if there is only one. */
  readonly part: number | null
}

/** Returns the stages of a publication: the completed ones and the current one. */
export function listStages({ steps, now, calls, sent }: Walk): Stage[] {
  const ended = calls.filter(({ outcome }) => outcome === 'done')
  let call = 0
  const behind = steps.map(({ at, did, ...step }): Stage => {
    const made = step.kind === 'publish' && did === 'done' ? ended[call++] : undefined
    const tookMs = made?.endedAt ? Date.parse(made.endedAt) - Date.parse(made.begunAt) : null
    const part = made && sent.parts.length > 1 ? made.part + 1 : null
    return { key: at, phase: findPhase(step), state: did, tookMs, part }
  })
  const stages = behind.filter((stage, nth) => {
    const next = behind[nth + 1]
    return !(next && next.phase === stage.phase && next.state === stage.state && stage.phase !== 'publish')
  })
  if (!now) return stages
  return [
    ...stages,
    { key: 'now', phase: findPhase(now), state: now.isLookedFor ? 'looked_for' : 'now', tookMs: null, part: null },
  ]
}
