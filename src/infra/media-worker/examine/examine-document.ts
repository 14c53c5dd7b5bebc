import { bad } from '../bad.ts'
import { wholeOf } from '../containers/source.ts'
import type { Bad, DocumentFacts, Source } from '../contract.ts'

/** The bytes of a document up to which it is read: it is parsed in memory, and LinkedIn takes no more. */
const maxBytes = 100_000_000
/** The longest side of a page that PDF knows, in points. */
const maxSide = 14_400
/** The pages that are looked at for scripts. No network takes as many. */
const maxPages = 1_000

/**
 * Examines a PDF: it must be readable without a password, and hold nothing but pages. Scripts, forms of the XFA kind and
 * attached files are refused, because people who open the file would run or unpack them.
 */
export async function examineDocument(source: Source): Promise<DocumentFacts | Bad> {
  if (source.size > maxBytes)
    return bad('media_too_complex', `The document has ${source.size} bytes. At most ${maxBytes} are read.`)
  const { getDocumentProxy } = await import('unpdf')
  const bytes = await wholeOf(source)
  try {
    const pdf = await getDocumentProxy(bytes, { stopAtErrors: true, verbosity: 0 })
    if (pdf.numPages > maxPages)
      return bad('media_too_complex', `The document has ${pdf.numPages} pages. At most ${maxPages} are taken.`)
    const found = await findActive(pdf)
    if (found !== null) return bad('media_active_content', `The document contains ${found}. Export it again without.`)
    const [left = 0, bottom = 0, right = 0, top = 0] = (await pdf.getPage(1)).view
    const [width, height] = [right - left, top - bottom]
    if (!(width <= maxSide && height <= maxSide))
      return bad(
        'media_unreadable',
        `The first page has a side of more than ${maxSide} points, which no page can have. Export it again.`,
      )
    return {
      kind: 'document',
      contentType: 'application/pdf',
      width: Math.max(1, Math.round(width)),
      height: Math.max(1, Math.round(height)),
      pages: pdf.numPages,
      preview: null,
    }
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    if (name === 'PasswordException')
      return bad('media_unreadable', 'The document needs a password. Save it without one.')
    return bad('media_unreadable', 'The document is damaged: its structure cannot be read. Export it again.')
  }
}

type Pdf = Awaited<ReturnType<typeof import('unpdf').getDocumentProxy>>

/** Names what the document holds besides pages. Null: nothing. */
async function findActive(pdf: Pdf): Promise<string | null> {
  const { info } = (await pdf.getMetadata()) as { readonly info: { readonly IsXFAPresent?: boolean } }
  if (info.IsXFAPresent) return 'an XFA form'
  if ((await pdf.getAttachments()) !== null) return 'attached files'
  if ((await pdf.getJSActions()) !== null) return 'scripts'
  for (let nth = 1; nth <= pdf.numPages; nth += 1) {
    const page = await pdf.getPage(nth)
    if ((await page.getJSActions()) !== null) return `scripts on page ${nth}`
    page.cleanup()
  }
  return null
}
