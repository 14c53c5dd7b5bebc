import { dirname } from 'node:path'
import { roomOf, type Tree } from '../../architecture/tree.ts'
import { findTouched } from './functions.ts'
import { importersOf, isCode, isTest, namersOf } from './readers.ts'
import type { CoverageRecord } from './record.ts'

/** A file that differs from a commit: its text there and now. Null if it did not exist. */
export interface Change {
  readonly path: string
  readonly before: string | null
  readonly now: string | null
}

/** Lists the tests that have called what changed, the closest ones first. */
export function testsCalling(
  changes: readonly Change[],
  records: readonly CoverageRecord[],
  tree: Tree,
): readonly string[] {
  const [importers, namers] = [importersOf(tree), namersOf(tree)]
  const marks = records.map((record) => ({ record, called: 0n }))
  const selected = new Set<string>()
  const isRecorded = (path: string) => records.some(({ files }) => Object.hasOwn(files, path))
  const addAll = (path: string) => {
    for (const mark of marks) mark.called |= callersOf(path, mark.record)
  }
  /**
   * Adds the tests of everything that uses a file. A user without called functions, such as an index, passes the change
   * on within its room; outside of it, files only assemble the application.
   */
  const addUsers = (path: string, first: Iterable<string>) => {
    const users = new Set(first)
    for (const user of users) {
      if (isTest(user)) selected.add(user)
      else if (isRecorded(user)) addAll(user)
      else if (roomOf(user) === roomOf(path)) for (const next of importers(user)) users.add(next)
    }
  }
  for (const { path, before, now } of changes) {
    if (isTest(path)) selected.add(path)
    else if (!isRecorded(path)) addUsers(path, isCode(path) ? importers(path) : namers(path))
    else {
      let isOutside = false
      for (const mark of marks) {
        const recorded = mark.record.files[path]
        if (!recorded) continue
        for (const other of [before, now]) {
          const touched = findTouched(recorded.text, recorded.functions, other ?? '')
          for (const [, , tests] of touched.functions) mark.called |= BigInt(`0x${tests}`)
          isOutside ||= touched.isOutside
        }
      }
      if (isOutside) {
        addAll(path)
        addUsers(path, importers(path))
      }
    }
  }
  const sizes = new Map<string, number>()
  for (const { record, called } of marks)
    for (const [bit, { name, calls }] of record.tests.entries()) {
      sizes.set(name, calls)
      if ((called >> BigInt(bit)) & 1n) selected.add(name)
    }
  const there = new Set(tree.files.map(({ path }) => path))
  const nearness = (test: string) => Math.max(...changes.map(({ path }) => sharedFolders(path, test)))
  return [...selected]
    .filter((test) => there.has(test))
    .map((test) => ({ test, near: nearness(test), size: sizes.get(test) ?? 0 }))
    .sort((one, other) => other.near - one.near || one.size - other.size || (one.test < other.test ? -1 : 1))
    .map(({ test }) => test)
}

/**
 * Returns the tests that called any function of a file. Functions that run in most tests, such as those that assemble
 * the application, do not identify a test and are omitted.
 */
function callersOf(path: string, { tests, files }: CoverageRecord): bigint {
  const masks = (files[path]?.functions ?? []).map(([, , mask]) => BigInt(`0x${mask}`))
  return masks.filter((mask) => countOf(mask) <= mostTelling(tests.length)).reduce((all, mask) => all | mask, 0n)
}

const mostTelling = (tests: number): number => Math.max(10, tests / 4)
const countOf = (mask: bigint): number => mask.toString(2).replaceAll('0', '').length

/** Counts the common folders of two paths; a test next to the file counts most. */
function sharedFolders(path: string, test: string): number {
  if (test === path || test === path.replace(/\.ts$/, '.test.ts')) return Number.POSITIVE_INFINITY
  const [folders, others] = [dirname(path).split('/'), dirname(test).split('/')]
  const apart = folders.findIndex((folder, nth) => folder !== others[nth])
  return apart === -1 ? folders.length : apart
}
