import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createLog } from '#infra/log/log.ts'
import { packedObject, packedPdfOf, pdfOf, revisedPdf } from '#test/world/files/pdf.ts'
import { openPictures } from '#test/world/pictures.ts'
import { createMediaWorker } from '../media-worker.ts'

const pictures = await openPictures()
const mediaWorker = createMediaWorker({ log: createLog({ level: 'silent' }), ffmpeg: null })
after(async () => {
  await mediaWorker.close()
  await pictures[Symbol.asyncDispose]()
})

async function examine(bytes: Buffer): Promise<string> {
  const examined = await mediaWorker.examine(await pictures.put('file.pdf', bytes))
  return examined.outcome === 'good' ? 'good' : `${examined.code}: ${examined.detail}`
}

/** An object of each kind, with its name in the refusal. */
const hostile = [
  ['<</S/JavaScript/JS(app.alert\\(1\\))>>', 'scripts'],
  ['<</S/Launch/F(cmd.exe)>>', 'Launch'],
  ['<</S/SubmitForm/F(https://example.com)>>', 'SubmitForm'],
  ['<</S/ImportData/F(a.fdf)>>', 'ImportData'],
  ['<</S/ResetForm>>', 'ResetForm'],
  ['<</S/Hide/T(a)>>', 'Hide'],
  ['<</S/GoToR/F(other.pdf)/D[0/Fit]>>', 'GoToR'],
  ['<</S/GoToE/D[0/Fit]/T<</R/C/N(a)>>>>', 'GoToE'],
  ['<</S/Thread/D 0>>', 'Thread'],
  ['<</S/Rendition/OP 0>>', 'Rendition'],
  ['<</S/Movie/T(a)>>', 'Movie'],
  ['<</S/Sound/Sound 5 0 R>>', 'Sound'],
  ['<</S/GoTo3DView>>', 'GoTo3DView'],
  ['<</S/RichMediaExecute>>', 'RichMediaExecute'],
  ['<</Type/Annot/Subtype/Screen/Rect[0 0 9 9]>>', 'Screen'],
  ['<</Type/Annot/Subtype/RichMedia/Rect[0 0 9 9]>>', 'RichMedia'],
  ['<</Type/Annot/Subtype/Movie/Rect[0 0 9 9]>>', 'Movie'],
  ['<</Type/Annot/Subtype/Sound/Rect[0 0 9 9]>>', 'Sound'],
  ['<</Type/Annot/Subtype/3D/Rect[0 0 9 9]>>', '3D'],
  ['<</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]>>', 'FileAttachment'],
  ['<</Names<</EmbeddedFiles<</Names[]>>>>>>', 'attached files'],
  ['<</Type/Filespec/F(a.exe)/EF<</F 2 0 R>>>>', 'attached files'],
  ['<</Type/EmbeddedFile>>', 'EmbeddedFile'],
  ['<</Names<</JavaScript 9 0 R>>>>', 'scripts'],
  ['<</Fields[]/XFA[(config)2 0 R]>>', 'an XFA form'],
  ['<</Type/Annot/Subtype/Widget/AA<</E 9 0 R>>>>', 'AA'],
  ['<</S/URI/URI(javascript:alert\\(1\\))>>', 'javascript:'],
  ['<</S/URI/URI<FEFF00660069006C0065003A002F002F002F0061>>>', 'file:'],
  ['<</S/URI/URI(fi\\154\\\ne:///etc/passwd)>>', 'file:'],
  ['<</S/URI/URI(\\\\\\\\host\\\\share)>>', 'network'],
  ['<</S/URI/URI 9 0 R>>', 'URI'],
  ['<</Type/Catalog/OpenAction<</S/URI/URI(https://example.com)>>>>', 'OpenAction'],
  ['<</Type/Catalog/OpenAction<</S/Named/N/Print>>>>', 'OpenAction'],
  ['<</Type/Catalog/OpenAction<</S/GoTo/D[3 0 R/Fit]/Next<</S/Named/N/Print>>>>>>', 'OpenAction'],
  ['/Launch', 'Launch'],
  ['/FileAttachment', 'FileAttachment'],
] as const

/** Escapes a letter of each name: `/Launch` becomes `/L#61unch`. */
const escaped = (object: string): string =>
  object.replace(/\/([0-9A-Za-z])([A-Za-z]*)/g, (_, first: string, rest: string) => {
    const last = rest.at(-1)
    if (last === undefined) return `/#${first.charCodeAt(0).toString(16)}`
    return `/${first}${rest.slice(0, -1)}#${last.charCodeAt(0).toString(16)}`
  })

/** The places where an object can be. */
const places: Readonly<Record<string, (object: string) => Buffer>> = {
  'on a page': (object) => pdfOf(1, 640, 480, { page: '/Annots[4 0 R]', more: [object] }),
  'inside another object': (object) => pdfOf(1, 640, 480, { page: `/Annots[<</Type/Annot/A ${object}>>]` }),
  'with escaped names': (object) => pdfOf(1, 640, 480, { more: [escaped(object)] }),
  'behind a comment': (object) => pdfOf(1, 640, 480, { more: ['null', `%${'x'.repeat(99)}\n${object}`] }),
  'where nothing refers to it': (object) => pdfOf(1, 640, 480, { more: [object] }),
  'after the end': (object) => Buffer.concat([pdfOf(1), Buffer.from(`9 0%\n obj${object} endobj`)]),
  'in an older revision': (object) => revisedPdf(pdfOf(1, 640, 480, { more: [object] }), 4, 'null'),
  'in the data of a stream': (object) =>
    pdfOf(1, 640, 480, { more: [`<</Length ${object.length + 16}>>stream\n(9 0 obj ${object}\nendstream`] }),
  'in a comment': (object) => Buffer.concat([pdfOf(1), Buffer.from(`% 9 0 obj${object}`)]),
  'in a trailer': (object) => pdfOf(1, 640, 480, { trailer: `/X ${object}` }),
  'in an object stream': (object) => packedPdfOf(1, { more: [object] }),
  'in an object stream that nothing refers to': (object) =>
    Buffer.concat([pdfOf(1), packedObject(9, ['null', escaped(object)])]),
}

test('media_active_content: active content of every kind is found and named, wherever it is', async () => {
  for (const [object, word] of hostile)
    for (const [place, pdf] of Object.entries(places)) {
      // The name of a part matters only if the part is a separate object.
      if (object.startsWith('/') && ['inside another object', 'in a trailer'].includes(place)) continue
      const message = await examine(pdf(object))
      assert.ok(message.startsWith('media_active_content: The document contains '), `${object} ${place}: ${message}`)
      assert.ok(message.includes(word), `${object} ${place}: ${message}`)
    }
})

test('media_active_content: an object stream is read both by offset and in order, since parsers may do either', async () => {
  const script = '<</S/JavaScript>>'
  const text = `(${script})`
  const byPlace = `1 0 2 1\n${text}`
  const inOrder = `1 0\nnull\n${script}`
  for (const data of [byPlace, inOrder]) {
    const first = data.indexOf('\n') + 1
    const stream = `9 0 obj<</N 2/First ${first}/Length ${data.length}>>stream\n${data}\nendstream`
    assert.match(await examine(Buffer.concat([pdfOf(1), Buffer.from(stream)])), /^media_active_content/, data)
  }
})

test('media_active_content: an opening action in a separate object is found in each revision', async () => {
  const jump = '<</S/GoTo/D[3 0 R/Fit]>>'
  const link = '<</S/URI/URI(https://example.com)>>'
  const withObject = (object: string) => pdfOf(1, 640, 480, { catalog: '/OpenAction 4 0 R', more: [object] })
  assert.equal(await examine(withObject(jump)), 'good')
  assert.match(await examine(withObject(link)), /OpenAction/)
  assert.match(await examine(revisedPdf(withObject(link), 4, jump)), /OpenAction/)
  assert.match(await examine(revisedPdf(withObject(jump), 4, link)), /OpenAction/)
  assert.match(await examine(packedPdfOf(1, { catalog: '/OpenAction 4 0 R', more: [link] })), /OpenAction/)
})

test('media_unreadable: objects that parsers may interpret differently are refused', async () => {
  const unclear = [
    ['<</A/B/S>>', /damaged/],
    ['<</A 1 (x)/S/GoTo>>', /damaged/],
    ['<</A[/S/GoTo>>', /damaged/],
    ['<</A foo>>', /damaged/],
    ['<</A(x>>', /does not end/],
    ['<</Type/ObjStm/N 1/First 4/Filter/LZWDecode>>stream\nx\nendstream', /LZWDecode/],
    ['<</Type/ObjStm/N 1/First 4/Filter/FlateDecode>>stream\nx\nendstream', /cannot be unpacked/],
    ['<</Type/ObjStm/N 1/First 4 0 R>>stream\n1 0 null\nendstream', /First/],
    ['<</N 1/First 4/First 5>>stream\n1 0 null\nendstream', /First/],
    ['<</N 1/First 4/Filter/FlateDecode/DecodeParms<</Predictor 12>>>>stream\n1 0 null\nendstream', /DecodeParms/],
  ] as const
  for (const [object, words] of unclear) {
    const message = await examine(pdfOf(1, 640, 480, { more: [object] }))
    assert.match(message, /^media_unreadable/, object)
    assert.match(message, words, object)
  }
})

test('ordinary documents are accepted: links, jumps, outlines, forms, and harmless words', async () => {
  const link = (action: string) => `/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<<${action}>>>>]`
  const words = '(/JavaScript /JS /AA /Launch /Encrypt trailer is a word. obj) Tj /Screen gs'
  const ordinary: readonly (readonly [string, Parameters<typeof packedPdfOf>[1]])[] = [
    ['a link to a web page', { page: link('/S/URI/URI(https://example.com:8080/JS?a=(b)c:d)') }],
    ['a link without a scheme', { page: link('/S/URI/URI(www.example.com:80/x)') }],
    ['a mail address', { page: link('/S/URI/URI(mailto:ada@example.com?subject=a:b)') }],
    ['a jump', { page: link('/S/GoTo/D[3 0 R/XYZ 0 0 0]') }],
    ['a chain of jumps', { page: link('/S/GoTo/D(a)/Next<</S/Named/N/NextPage>>') }],
    ['the next page', { page: link('/S/Named/N/NextPage') }],
    ['a page at opening', { catalog: '/OpenAction[3 0 R/Fit]' }],
    ['a jump at opening', { catalog: '/OpenAction<</Type/Action/S/GoTo/D[3 0 R/Fit]>>' }],
    [
      'an outline',
      {
        catalog: '/Outlines 4 0 R',
        more: ['<</First 5 0 R/Last 5 0 R/Count 1>>', '<</Title(JS)/Parent 4 0 R/Dest[3 0 R/Fit]/Next 5 0 R>>'],
      },
    ],
    ['a base URL for links', { catalog: '/URI 4 0 R', more: ['<</Base(https://example.com)>>'] }],
    [
      'a form',
      {
        catalog: '/AcroForm<</Fields[4 0 R]/NeedAppearances true>>',
        page: '/Annots[4 0 R]',
        more: ['<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(Ada)/Rect[0 0 9 9]>>'],
      },
    ],
    ['a title', { more: ['<</Title(/JavaScript /AA)/Author<2F4A53>/Trapped/False>>'] }],
    [
      'names that the author chose',
      {
        page: '/Resources<</Font<</AA 4 0 R/JS 4 0 R>>/XObject<</EF 4 0 R>>>>',
        more: ['<</Type/Font/Subtype/Type1/BaseFont/Movie/Encoding<</Differences[65/AA/JS/3D]>>>>'],
      },
    ],
    [
      'a structure',
      {
        catalog: '/StructTreeRoot 4 0 R',
        more: ['<</Type/StructTreeRoot/RoleMap<</AA/P/Screen/P>>/K 5 0 R>>', '<</Type/StructElem/S/Screen/P 4 0 R>>'],
      },
    ],
    ['numbers in common notations', { more: ['<</A -.5/B 4./C 1e-5/D +3/E[1 0 R 2 0 R 3]/F --1/G null/H true/I<>>>'] }],
  ]
  for (const [name, parts] of ordinary) {
    assert.equal(await examine(pdfOf(1, 640, 480, parts)), 'good', name)
    assert.equal(await examine(packedPdfOf(1, parts)), 'good', `${name}, packed`)
  }
  const drawn = pdfOf(1, 640, 480, {
    page: '/Contents 4 0 R',
    more: [`<</Length ${words.length}>>stream\n${words}\nendstream`],
  })
  assert.equal(await examine(drawn), 'good', 'words in the drawing')
  assert.equal(await examine(revisedPdf(pdfOf(1, 640, 480, { more: ['null'] }), 4, '<</A/B>>')), 'good', 'a revision')
  assert.equal(await examine(await readFile(join('test', 'hostile', 'seeds', 'pages.pdf'))), 'good', 'of a browser')
})

test('media_unreadable: encryption is detected from a trailer, not from a word on a page', async () => {
  const entry = '/Encrypt<</Filter/Standard/V 1/R 2/P -4/O(o)/U(u)>>'
  assert.match(await examine(pdfOf(1, 640, 480, { trailer: entry })), /^media_unreadable: .*encrypted/)
  const text = `(trailer<<${entry}>>) Tj`
  const page = pdfOf(1, 640, 480, { more: [`<</Length ${text.length}>>stream\n${text}\nendstream`] })
  assert.equal(await examine(page), 'good')
  const cipher = '<</Type/ObjStm/N 1/First 4/Filter/FlateDecode>>stream\nx\nendstream'
  assert.match(await examine(pdfOf(1, 640, 480, { trailer: entry, more: [cipher] })), /encrypted/)
})
