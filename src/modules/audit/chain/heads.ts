import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { keepOwner } from '#infra/files/keep-owner.ts'
import type { Seal } from './store.ts'

/**
 * The head of the chain, stored outside the database: the latest head in its own file, written after each seal, and one
 * head per day in a file that only grows. An attacker who truncates or rewrites the log would also have to change these
 * files. A copy of them elsewhere is even better.
 */
const shape = z.object({ at: z.iso.datetime(), no: z.number(), position: z.number(), hash: z.string() })

export type Head = z.infer<typeof shape>

interface HeadsRead {
  readonly heads: readonly Head[]
  /** The numbers of the unreadable lines. */
  readonly unreadable: readonly number[]
}

export const headsFile = (dataDir: string): string => join(dataDir, 'audit-heads.log')

const latestHeadFile = (dataDir: string): string => join(dataDir, 'audit-head.json')

export const headOf = (seal: Pick<Seal, 'no' | 'lastPosition' | 'hash'>, at: Date): Head => ({
  at: at.toISOString(),
  no: seal.no,
  position: seal.lastPosition,
  hash: seal.hash,
})

/** Replaces the latest head. A reader sees the old one or the new one. */
export async function writeLatestHead(dataDir: string, head: Head): Promise<void> {
  const file = latestHeadFile(dataDir)
  const next = `${file}.${process.pid}`
  await mkdir(dataDir, { recursive: true })
  await writeFile(next, `${JSON.stringify(head)}\n`, { mode: 0o600 })
  await keepOwner(next)
  await rename(next, file)
}

/** Reads every head stored in this data folder. Missing files count as no heads. */
export async function readOwnHeads(dataDir: string): Promise<HeadsRead> {
  const read = await Promise.all([headsFile(dataDir), latestHeadFile(dataDir)].map(readIfThere))
  return { heads: read.flatMap(({ heads }) => heads), unreadable: read.flatMap(({ unreadable }) => unreadable) }
}

const readIfThere = (file: string): Promise<HeadsRead> =>
  readHeads(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return { heads: [], unreadable: [] }
    throw error
  })

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
