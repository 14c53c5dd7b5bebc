import type { KillPoint } from '#modules/publishing/index.ts'
import type { Action, AnswerFault, HoldAt, NetworkClass, RealNetwork } from './plan.ts'

export interface Scenario {
  readonly name: string
  readonly about: string
  readonly end:
    | { readonly by: 'probe'; readonly at: KillPoint; readonly action: Action; readonly signal?: 'SIGTERM' }
    /** The worker is killed from outside while the network holds up its call. */
    | { readonly by: 'network'; readonly hold: HoldAt }
    | null
  readonly fault?: AnswerFault
  readonly parts?: number
  readonly uploads?: boolean
  readonly latencyMs?: readonly [number, number]
  /** True if the worker ends between the intent and the outcome: a network of class `none` cannot be queried. */
  readonly mayBeUnknown: boolean
  readonly classes?: readonly NetworkClass[]
  /** The equivalent fault in the sandbox. Null if the scenario cannot run there. */
  readonly sandbox?: { readonly kind: string; readonly delayMs?: number; readonly retryAfterMs?: number } | null
  readonly real?: readonly RealNetwork[]
  /** A special sequence for the scenario. */
  readonly flow?: 'crowd' | 'trickle'
}

const usual: readonly [number, number] = [20, 150]
const killAt = (at: KillPoint) => ({ by: 'probe', at, action: 'kill' }) as const
const stopAt = (at: KillPoint) => ({ by: 'probe', at, action: 'stop' }) as const

export const latencyOf = (scenario: Scenario): readonly [number, number] => scenario.latencyMs ?? usual

export const scenarios: readonly Scenario[] = [
  { name: 'K1', about: 'after the claim', end: killAt('claimed'), mayBeUnknown: false },
  { name: 'K2', about: 'before the intent', end: killAt('before-intent'), mayBeUnknown: false },
  { name: 'K3', about: 'after the intent, before the call', end: killAt('after-intent'), mayBeUnknown: true },
  {
    name: 'K4',
    about: 'half of the request is sent',
    end: { by: 'network', hold: 'half-request' },
    mayBeUnknown: true,
    // In the sandbox, the complete call takes effect after the kill.
    sandbox: { kind: 'slow', delayMs: 6_000 },
  },
  {
    name: 'K5',
    about: 'the network has acted but not responded',
    end: { by: 'network', hold: 'acted' },
    mayBeUnknown: true,
    sandbox: { kind: 'timeout_after' },
  },
  {
    name: 'K6',
    about: 'half of the response has arrived',
    end: { by: 'network', hold: 'half-answer' },
    mayBeUnknown: true,
    sandbox: null,
  },
  { name: 'K7', about: 'the response was read but not saved', end: killAt('answered'), mayBeUnknown: true },
  { name: 'K8', about: 'saved', end: killAt('saved'), mayBeUnknown: false },
  {
    name: 'K9',
    about: 'before a poll',
    end: killAt('before-poll'),
    uploads: true,
    mayBeUnknown: false,
    // A Mastodon post without files has no such step.
    real: ['bluesky'],
  },
  { name: 'K10', about: 'between two parts of a thread', end: killAt('between-parts'), parts: 3, mayBeUnknown: false },
  {
    name: 'K11',
    about: 'frozen before a heartbeat with calls in flight, woken after the lease',
    end: stopAt('before-beat'),
    latencyMs: [6_200, 7_600],
    mayBeUnknown: true,
    sandbox: { kind: 'slow', delayMs: 7_000 },
  },
  {
    name: 'K11-K2',
    about: 'frozen before the intent, woken after the lease',
    end: stopAt('before-intent'),
    mayBeUnknown: false,
  },
  {
    name: 'K11-K3',
    about: 'frozen between intent and call, woken after the lease',
    end: stopAt('after-intent'),
    mayBeUnknown: true,
  },
  {
    name: 'K11-K7',
    about: 'frozen with the response received, woken after the lease',
    end: stopAt('answered'),
    // The woken worker has the response.
    mayBeUnknown: false,
  },
  {
    name: 'K12',
    about: 'during shutdown, with calls in flight',
    end: { ...killAt('stopping'), signal: 'SIGTERM' },
    latencyMs: [5_500, 7_500],
    mayBeUnknown: true,
    sandbox: { kind: 'slow', delayMs: 7_000 },
  },
  ...(
    [
      ['silence', 'acts, then silence', true, { kind: 'timeout_after' }],
      ['500', 'acts, then 500', true, { kind: 'error_after' }],
      ['cut', 'acts, then cut', true, { kind: 'drop_after' }],
      ['half', 'acts, then half a response', true, { kind: 'truncate_after' }],
      ['200-error', 'acts, then 200 with an error', true, null],
      ['duplicate', 'acts, then cut; a repeat is refused', true, null],
      ['late', 'cut, and acts later', true, null],
      ['cut-before', 'cut before', true, { kind: 'reset' }],
      ['500-before', '500 before', true, { kind: 'error_before' }],
      ['429', '429 with a wait', false, { kind: 'rate_limit', retryAfterMs: 3_000 }],
      ['401', '401 until refreshed', false, { kind: 'expired_token' }],
    ] as const
  ).map(([name, fault, mayBeUnknown, sandbox]) => ({
    name: `A-${name}`,
    about: fault,
    end: null,
    fault,
    mayBeUnknown,
    sandbox,
    // Mastodon's tokens do not expire there.
    ...(name === '401' ? { real: ['bluesky'] as const } : {}),
  })),
  {
    name: 'A-thread',
    about: 'the last part of a thread is refused',
    end: null,
    fault: 'last part refused',
    parts: 3,
    mayBeUnknown: false,
    sandbox: null,
  },
  {
    name: 'calm',
    about: 'nothing fails, and all responses arrive at once',
    end: null,
    latencyMs: [200, 205],
    mayBeUnknown: false,
  },
  {
    name: 'crowd',
    about: 'one account has thousands due and a slow network',
    end: null,
    mayBeUnknown: false,
    flow: 'crowd',
    classes: ['key'],
  },
  {
    name: 'trickle',
    about: 'a second post is committed while the first one ends',
    end: null,
    mayBeUnknown: false,
    flow: 'trickle',
    classes: ['key'],
  },
]
