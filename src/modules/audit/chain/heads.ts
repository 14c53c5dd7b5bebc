import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { keepOwner } from '#infra/files/keep-owner.ts'

/**
 * The end of the chain, written to a file outside the database once a day. An attacker who truncates the log, or
 * rewrites all of it, would have to change this file too. A copy of the file elsewhere is better still.
 */
const shape = z.object({ at: z.iso.datetime(), no: z.number(), position: z.number(), hash: z.string() })

export type Head = z.infer<typeof shape>

interface HeadsRead {
  readonly heads: readonly Head[]
  /** The numbers of the unreadable lines. */
  readonly unreadable: readonly number[]
}

export const headsFile = (dataDir: string): string => join(dataDir, 'audit-heads.log')

export async function appendHead(dataDir: string, head: Head): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  await appendFile(headsFile(dataDir), `${JSON.stringify(head)}\n`, { mode: 0o600, flush: true })
  await keepOwner(headsFile(dataDir))
}

export async function readHeads(file: string): Promise<HeadsRead> {
  const heads: Head[] = []
  const unreadable: number[] = []
  for (const [index, line] of (await readFile(file, 'utf8')).split('\n').entries()) {
    if (line.trim() === '') continue
    const head = parsed(line)
    if (head) heads.push(head)
    else unreadable.push(index + 1)
  }
  return { heads, unreadable }
}

function parsed(line: string): Head | null {
  try {
    return shape.safeParse(JSON.parse(line)).data ?? null
  } catch {
    return null
  }
}
