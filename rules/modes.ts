/**
 * The places where accounts are connected and publish: the sandbox of this installation, the trial environment of the
 * network, where only the author sees posts, and the network itself. An account publishes only in its own mode.
 */
export const modes = ['sandbox', 'trial', 'live'] as const
export type Mode = (typeof modes)[number]
