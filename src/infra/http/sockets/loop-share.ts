import { performance } from 'node:perf_hooks'
import type { FastifyReply } from 'fastify'
import { seconds } from '#kernel/clock.ts'

/**
 * Counts the milliseconds of the event loop that each sender uses, whatever the size of their requests: a small one may
 * cost more than a large one. The loop's work is split evenly among the requests being handled at that time.
 *
 * A sender may use half of the loop. More than that counts only while there are other senders.
 */
const shareOfLoop = 0.5
const burstMs = seconds(1)
const companyMs = seconds(10)
/**
 * The number of levels at which all are dropped. A sender who still uses too much exceeds the share again within a
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
  let last = { sender: '', atMs: Number.NEGATIVE_INFINITY }
  let otherAtMs = Number.NEGATIVE_INFINITY

  const settle = (): void => {
    const busy = busyMs()
    if (answering > 0) charged += (busy - busyBefore) / answering
    busyBefore = busy
  }
  const levelOf = (sender: string): Level => {
    const { ms, atMs } = levels.get(sender) ?? { ms: 0, atMs: now() }
    return { ms: Math.max(0, ms - (now() - atMs) * shareOfLoop), atMs: now() }
  }
  const charge = (sender: string, ms: number): void => {
    if (levels.size >= levelsMax) levels.clear()
    const level = levelOf(sender)
    levels.set(sender, { ...level, ms: level.ms + ms })
  }

  return {
    /** Records that a sender is active; returns whether they have used more than their share. */
    isOver(sender: string): boolean {
      if (last.sender !== sender) otherAtMs = last.atMs
      last = { sender, atMs: now() }
      return now() - otherAtMs < companyMs && levelOf(sender).ms > burstMs
    },
    /** Counts a request until it ends. */
    begin(sender: string): () => void {
      settle()
      answering += 1
      const before = charged
      let isOpen = true
      return () => {
        if (!isOpen) return
        isOpen = false
        settle()
        answering -= 1
        charge(sender, charged - before)
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
