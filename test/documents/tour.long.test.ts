import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { findFreePort } from '#test/servers/free-port.ts'
import { patienceMs } from '../harness/patience.ts'
import { emptyDatabaseUrl, openRoom } from '../harness/process.ts'

const root = join(import.meta.dirname, '../..')
const mark = 'END-OF-BLOCK'

interface Block {
  readonly script: string
  /** The fields of the response that the page shows, or all output of the block. */
  readonly shown: Readonly<Record<string, unknown>> | string | null
}

test('the first post of the README and the tour run as printed, the tour twice in a row', async () => {
  const blocks = blocksOf(await readFile(join(root, 'docs/tour.md'), 'utf8'))
  const [first] = blocksOf(
    (await readFile(join(root, 'README.md'), 'utf8')).split('## Publish your first post with the API')[1] ?? '',
  )
  assert.ok(first, 'the README has a block that publishes a first post')
  assert.ok(blocks.length >= 7, `only ${blocks.length} blocks were found`)
  await using room = await openRoom({ DATABASE_URL: await emptyDatabaseUrl(), SECRET_KEY: '44'.repeat(32) })
  const [port, sandboxPort] = [await findFreePort(), await findFreePort()]
  const settings = { PORT: String(port), SANDBOX: 'on', SANDBOX_PORT: String(sandboxPort) }
  const url = await room.begin(['start'], { settings }).ready()
  const here = (text: string) => text.replaceAll('http://127.0.0.1:4000', url).replaceAll(':4010', `:${sandboxPort}`)
  const script = blocks.map((block) => `${block.script}\necho; echo ${mark}`).join('\n')
  // Background processes of the tour end with it, however it ends.
  const tidied = `trap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n${here(script)}`
  const bash = ['-euo', 'pipefail', '-c', tidied]
  const { stdout: outcome } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', here(first.script)], {
    cwd: root,
  })
  assert.equal(outcome, 'alice.sandbox\nqueued\n')
  for (let run = 0; run < 2; run++) {
    const { stdout } = await promisify(execFile)('bash', bash, { cwd: root, timeout: patienceMs() })
    checkAnswers(blocks, stdout)
  }
})

function checkAnswers(blocks: readonly Block[], stdout: string): void {
  const answers = stdout.split(mark)
  for (const [n, { script: command, shown }] of blocks.entries()) {
    assert.doesNotMatch(answers[n] ?? '', /"code":"(?!validation_failed)\w+","requestId"/, command)
    if (typeof shown === 'string') assert.equal(answers[n]?.trim(), shown.trim(), command)
    else if (shown) assertShown(firstObject(answers[n] ?? ''), shown, command)
  }
  assert.match(stdout, /^<h1>X is connected<\/h1>$/m)
  const answerTo = (words: string) => answers[blocks.findIndex(({ script }) => script.includes(words))] ?? ''
  assert.match(answerTo('The lighthouse is open'), /"status":"published".*"status":"published".*"status":"published"/)
  assert.match(answerTo('scheduledAt'), /"status":"published"/)
  assert.match(answerTo('Fog until noon'), /^reject\nThe text[^\n]+\n(?:queued|publishing)\npublished\n1$/m)
}

/** Returns the commands of a page, each with the response shown below it. */
function blocksOf(page: string): Block[] {
  const blocks: Block[] = []
  for (const [, language, text = ''] of page.matchAll(/^```(sh|json|text)\n([\s\S]*?)^```$/gm)) {
    if (language === 'sh') blocks.push({ script: text, shown: null })
    else {
      const last = blocks.pop()
      assert.ok(last, 'a response is below its call')
      blocks.push({ ...last, shown: language === 'text' ? text : (JSON.parse(text) as Record<string, unknown>) })
    }
  }
  return blocks
}

function firstObject(text: string): Record<string, unknown> {
  const line = text.split('\n').find((each) => each.startsWith('{')) ?? ''
  assert.notEqual(line, '', `an object was expected in: ${text}`)
  return JSON.parse(line) as Record<string, unknown>
}

/** Compares a response with the page. IDs, times and URLs differ from run to run; everything else must match. */
function assertShown(answer: Record<string, unknown>, shown: Record<string, unknown>, command: string): void {
  for (const [name, value] of Object.entries(shown)) {
    const differs = /^(?:id|url|storagePath|requestId)$|Id$|At$|Url$/.test(name)
    assert.ok(name in answer, `${name} is shown, and not answered, by ${command}`)
    if (differs) assert.equal(typeof answer[name], typeof value, name)
    else assert.deepEqual(answer[name], value, `${name} of ${command}`)
  }
}
