import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createLog } from '#infra/log/log.ts'
import { pdfOf } from '#test/world/files/pdf.ts'
import { createMediaWorker } from '../media-worker.ts'

const folder = await mkdtemp(join(tmpdir(), 'posthorn-pdf-'))
const mediaWorker = createMediaWorker({ log: createLog({ level: 'silent' }), ffmpeg: null })
after(async () => {
  await mediaWorker.close()
  await rm(folder, { recursive: true, force: true })
})

async function examine(bytes: Buffer) {
  const path = join(folder, 'file.pdf')
  await writeFile(path, bytes)
  return await mediaWorker.examine(path)
}

test('a document yields its number of pages and the size of the first', async () => {
  assert.deepEqual(await examine(pdfOf(12, 800, 600)), {
    outcome: 'good',
    facts: {
      kind: 'document',
      contentType: 'application/pdf',
      width: 800,
      height: 600,
      pages: 12,
      preview: null,
    },
    posterPath: null,
  })
})

test('media_active_content: a document with scripts, attachments or an XFA form is refused and named', async () => {
  const script = '<</S/JavaScript/JS(app.alert\\(1\\))>>'
  const file = '<</Type/Filespec/F(a.exe)/UF(a.exe)/EF<</F 2 0 R>>>>'
  const active = [
    [{ catalog: `/OpenAction${script}` }, 'scripts'],
    [{ catalog: `/Names<</JavaScript<</Names[(x)${script}]>>>>` }, 'scripts'],
    [{ page: `/AA<</O${script}>>` }, 'actions that start without a click (AA)'],
    [{ catalog: `/Names<</EmbeddedFiles<</Names[(a)${file}]>>>>` }, 'attached files'],
    [{ catalog: '/AcroForm<</Fields[]/XFA[(config)2 0 R]>>' }, 'an XFA form'],
  ] as const
  for (const [more, what] of active) {
    const examined = await examine(pdfOf(2, 100, 100, more))
    assert.ok(examined.outcome === 'bad', `${JSON.stringify(more)} was accepted`)
    assert.deepEqual(
      [examined.code, examined.detail],
      ['media_active_content', `The document contains ${what}. Export it again without that.`],
    )
  }
})

test('media_unreadable: a truncated, damaged or password-protected document is refused', async () => {
  const whole = pdfOf(2).toString('latin1')
  const secret =
    '/Encrypt<</Filter/Standard/V 1/R 2/P -4/O(oooooooooooooooooooooooooooooooo)/U(uuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuu)>>/ID[(1)(1)]'
  const damaged = [
    ['%PDF-1.7 and nothing', /damaged/],
    [whole.slice(0, 40), /damaged/],
    [whole.replace('/Root 1 0 R', `/Root 1 0 R${secret}`), /encrypted/],
  ] as const
  for (const [text, detail] of damaged) {
    const examined = await examine(Buffer.from(text, 'latin1'))
    assert.ok(examined.outcome === 'bad', `${text} was accepted`)
    assert.equal(examined.code, 'media_unreadable')
    assert.match(examined.detail, detail)
  }
})
