import type { IncomingMessage } from 'node:http'
import type { Caller } from '#kernel/caller.ts'

/**
 * The callers of requests that this process makes itself. The key is the request object, which only `createInside` makes:
 * nothing that a client sends can name another one.
 */
const callers = new WeakMap<IncomingMessage, Caller>()

export const handCaller = (raw: IncomingMessage, caller: Caller): void => void callers.set(raw, caller)

/** Returns the caller that came with the request object; null for every request from the network. */
export const handedCaller = (raw: IncomingMessage): Caller | null => callers.get(raw) ?? null
