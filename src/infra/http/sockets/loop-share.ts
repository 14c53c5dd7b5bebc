import { performance } from 'node:perf_hooks'
import type { FastifyReply } from 'fastify'
import { seconds } from '#kernel/clock.ts'

/**
 * Counts the milliseconds of event loop time that each owner (the sender of requests) uses, whatever the size of their
 * requests: a small request may cost more than a large one. The loop's work is split evenly among the requests being
 * handled at that time.
 *
 * An owner may use half of the loop. More than that counts only while there are other owners.
 */
const shareOfLoop = 0.5
const burstMs = seconds(1)
const companyMs = seconds(10)
/**
 * The number of levels at which all are dropped. An owner who still uses too much exceeds the share again within a
 * second.
 */
const levelsMax = 10_000

interface Level {
  ms: number
  atMs: number
}

export function createLoopShare(now: () => number = () => performance.now(), busyMs: () => number = readBusyMs) {
  const levels = new Map<string, Level>()
  let answering = 0
  let busyBefore = 0
  /** The charge of a request that had been there from the start. */
  let charged = 0
  let last = { owner: '', atMs: Number.NEGATIVE_INFINITY }
  let otherAtMs = Number.NEGATIVE_INFINITY

  const settle = (): void => {
    const busy = busyMs()
    if (answering > 0) charged += (busy - busyBefore) / answering
    busyBefore = busy
  }
  const levelOf = (owner: string): Level => {
    const { ms, atMs } = levels.get(owner) ?? { ms: 0, atMs: now() }
    return { ms: Math.max(0, ms - (now() - atMs) * shareOfLoop), atMs: now() }
  }
  const charge = (owner: string, ms: number): void => {
    if (levels.size >= levelsMax) levels.clear()
    const level = levelOf(owner)
    levels.set(owner, { ...level, ms: level.ms + ms })
  }

  return {
    /** Records that an owner is active; returns whether they have used more than their share. */
    isOver(owner: string): boolean {
      if (last.owner !== owner) otherAtMs = last.atMs
      last = { owner, atMs: now() }
      return now() - otherAtMs < companyMs && levelOf(owner).ms > burstMs
    },
    /** Counts a request until it leaves. */
    enter(owner: string): () => void {
      settle()
      answering += 1
      const before = charged
      let isIn = true
      return () => {
        if (!isIn) return
        isIn = false
        settle()
        answering -= 1
        charge(owner, charged - before)
      }
    },
  }
}

const readBusyMs = (): number => performance.eventLoopUtilization().active

const ends = new WeakMap<FastifyReply['raw'], () => void>()

/** Registers a request's end: its response or the end of its connection, whichever comes first. */
export function endWith(reply: FastifyReply, end: () => void): void {
  ends.set(reply.raw, end)
  reply.raw.once('close', end)
}

export const endNow = (reply: FastifyReply): void => ends.get(reply.raw)?.()
