/**
 * Where an account was connected and publishes: in the sandbox of this installation, in the trial environment of the
 * network, where only its owner sees the posts, or for everybody. An account publishes in its own mode alone.
 */
export const modes = ['sandbox', 'trial', 'live'] as const
export type Mode = (typeof modes)[number]
