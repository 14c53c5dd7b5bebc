import { spawnSync } from 'node:child_process'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { copyFolder, post, query, type Scene } from './scene.ts'

/** The report of a trial: its figures and violations. */
export interface Report {
  say(text: string): void
  /** Counts a violation unless a guarantee held. */
  expect(isKept: boolean, otherwise: string): void
}

type Trial = (scene: Scene, report: Report, posts: number) => Promise<void>

/** Time until the scheduled posts are due, so that a copy can be made and started before then. */
const dueMs = 30_000
/** Longest time for all posts to be published after they are due. */
const patienceMs = 90_000
/**
 * Time for a copy to publish the original's posts if nothing stops it: a start queries the networks for up to a minute.
 */
const watchMs = 20_000

/** Schedules posts that are due in a while. Returns their texts. */
async function schedule(scene: Scene, posts: number): Promise<readonly string[]> {
  const scheduledAt = new Date(Date.now() + dueMs).toISOString()
  const texts = Array.from({ length: posts }, (_, nth) => `${scene.name} ${Date.now().toString(36)} no. ${nth}`)
  for (const text of texts) await post(scene, text, scheduledAt)
  return texts
}

/** Waits until everything is published, and then for possible duplicates. */
async function judge(scene: Scene, { say, expect }: Report, texts: readonly string[]): Promise<void> {
  const wanted = texts.length * 2
  await scene.count(texts, dueMs + patienceMs, ({ out }) => out === wanted)
  const { out, twice } = await scene.count(texts, watchMs)
  say(`${out} of ${wanted} published, ${twice} twice (wanted: 0)`)
  expect(twice === 0, `${twice} posts were published twice`)
  expect(out === wanted, `${wanted - out} posts are missing`)
}

/** A stopped folder is copied while posts are scheduled. Then the original and its copy both start. */
const copied =
  ({ withMark }: { readonly withMark: boolean }): Trial =>
  async (scene, report, posts) => {
    const texts = await schedule(scene, posts)
    await scene.service[Symbol.asyncDispose]()
    const second = `${scene.data}-2`
    copyFolder(scene.data, second)
    if (!withMark) await rm(join(second, 'high-water.json'))
    const original = await scene.start(scene.data)
    const copy = await scene.start(second)
    report.expect(!(await original.isHeld()), 'the original is held')
    report.expect(await copy.isHeld(), 'the copy is not held')
    await judge(scene, report, texts)
  }

/** The folder is restored to its state before the posts were published. */
const rolledBack =
  ({ asSnapshot }: { readonly asSnapshot: boolean }): Trial =>
  async (scene, report, posts) => {
    const texts = await schedule(scene, posts)
    await scene.service[Symbol.asyncDispose]()
    copyFolder(scene.data, `${scene.data}.backup`)
    const first = await scene.start(scene.data)
    await scene.count(texts, dueMs + patienceMs, ({ out }) => out === texts.length * 2)
    await first[Symbol.asyncDispose]()
    await rm(scene.data, { recursive: true })
    copyFolder(`${scene.data}.backup`, scene.data)
    if (asSnapshot) await hideCopy(scene.data)
    const second = await scene.start(scene.data)
    const isHeld = await second.isHeld()
    if (asSnapshot) report.expect(!isHeld, 'held, although a snapshot has no sign')
    else report.expect(isHeld, 'not held')
    await judge(scene, report, texts)
  }

/**
 * Removes from a marker the data that reveals a copied file. A volume snapshot does not reveal it, either: it keeps the
 * birth times of its files.
 */
async function hideCopy(folder: string): Promise<void> {
  const file = join(folder, 'high-water.json')
  const { place: _, ...mark } = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, JSON.stringify(mark))
}

/** The folder is copied while Posthorn runs on it, and the copy starts alongside the original. */
const copiedWhileRunning: Trial = async (scene, report, posts) => {
  const texts = await schedule(scene, posts)
  await query(scene.data, 'checkpoint')
  copyFolder(scene.data, `${scene.data}-2`, { isRunning: true })
  const copy = await scene.start(`${scene.data}-2`)
  report.expect(await copy.isHeld(), 'the copy is not held')
  report.expect(!(await scene.service.isHeld()), 'the original is held')
  await judge(scene, report, texts)
}

/** The same folder starts at another path, as a volume does in another container. */
const moved: Trial = async (scene, report, posts) => {
  const texts = await schedule(scene, posts)
  await scene.service[Symbol.asyncDispose]()
  await rename(scene.data, `${scene.data}-mounted`)
  const next = await scene.start(`${scene.data}-mounted`)
  report.expect(!(await next.isHeld()), 'held, although it is the same folder')
  await judge(scene, report, texts)
}

/** The same folder starts on a host with another name. */
const renamed: Trial = async (scene, report, posts) => {
  if (spawnSync('unshare', ['-u', 'hostname', 'renamed']).status !== 0)
    return report.say('left out: no right to rename')
  const texts = await schedule(scene, posts)
  await scene.service[Symbol.asyncDispose]()
  const under = ['unshare', '-u', 'sh', '-ec', 'hostname renamed; exec "$@"', 'sh']
  const next = await scene.start(scene.data, under)
  report.expect(!(await next.isHeld()), 'held, although only the host was renamed')
  await judge(scene, report, texts)
}

/** Sets back the clock of the database, which all processes follow. Then each account has a post to publish. */
const clockBack =
  (byS: number): Trial =>
  async (scene, { say, expect }) => {
    const publish = async (nth: number) => {
      const text = `${scene.name} ${Date.now().toString(36)} no. ${nth}`
      await post(scene, text)
      const { tookMs, ...count } = await scene.count([text], 180_000, ({ out }) => out === 2)
      return { ...count, s: tookMs / 1_000 }
    }
    const before = await publish(0)
    await query(
      scene.data,
      `create or replace function ph.now() returns timestamptz language sql stable
         as 'select pg_catalog.now() - interval ''${byS} s'''`,
    )
    const after = await publish(1)
    const later = await publish(2)
    const s = [before, after, later].map((one) => `${one.s.toFixed(1)} s`)
    const twice = before.twice + after.twice + later.twice
    say(`a post took ${s[0]} before, ${s[1]} after, and the next one ${s[2]} (wanted: under 60 s); ${twice} twice`)
    for (const { out, s } of [after, later]) expect(out === 2 && s < 60, `accounts were silent for ${s.toFixed(0)} s`)
    expect(twice === 0, `${twice} posts were published twice`)
  }

export const trials: Readonly<Record<string, Trial>> = {
  copy: copied({ withMark: true }),
  'copy-without-mark': copied({ withMark: false }),
  'put-back': rolledBack({ asSnapshot: false }),
  snapshot: rolledBack({ asSnapshot: true }),
  'copy-while-running': copiedWhileRunning,
  moved,
  renamed,
  'five-minutes': clockBack(300),
  'an-hour': clockBack(3_600),
  'a-day': clockBack(86_400),
}
