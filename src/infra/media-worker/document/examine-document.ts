import { bad } from '../bad.ts'
import { wholeOf } from '../containers/source.ts'
import { type Bad, Damaged, type DocumentFacts, type Source } from '../contract.ts'
import { scanDocument } from './scan-document.ts'

/** The maximum size of a document: it is parsed in memory, and LinkedIn does not accept larger ones. */
const maxBytes = 100_000_000
/** The longest side of a page that PDF allows, in points. */
const maxSide = 14_400
/** The maximum number of pages. No network accepts that many. */
const maxPages = 1_000

/**
 * Examines a PDF: it must be readable without a password, and contain nothing but pages, because people who open the
 * file would run, play or unpack the rest. Our own parser sees all objects in the file. Then pdf.js, a widely used
 * viewer, counts the pages, and must not find anything either.
 */
export async function examineDocument(source: Source): Promise<DocumentFacts | Bad> {
  if (source.size > maxBytes)
    return bad('media_too_complex', `The document has ${source.size} bytes. The limit is ${maxBytes}.`)
  const bytes = await wholeOf(source)
  try {
    const { active, isEncrypted } = scanDocument(Buffer.from(bytes.buffer))
    if (active !== null) return isActive(active)
    if (isEncrypted) return bad('media_unreadable', encrypted)
  } catch (error) {
    if (error instanceof Damaged) return bad(error.code, error.message)
    throw error
  }
  const { getDocumentProxy } = await import('unpdf')
  try {
    const pdf = await getDocumentProxy(bytes, { stopAtErrors: true, verbosity: 0 })
    if (pdf.numPages > maxPages)
      return bad('media_too_complex', `The document has ${pdf.numPages} pages. The limit is ${maxPages}.`)
    const { info } = (await pdf.getMetadata()) as { readonly info: Info }
    if (info.EncryptFilterName) return bad('media_unreadable', encrypted)
    const found = info.IsXFAPresent ? 'an XFA form' : await findActive(pdf)
    if (found !== null) return isActive(found)
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
    if (name === 'PasswordException') return bad('media_unreadable', encrypted)
    return bad('media_unreadable', 'The document is damaged: its structure can’t be read. Export it again.')
  }
}

const encrypted = 'The document is encrypted. Save it without a password or other protection.'
const isActive = (what: string): Bad =>
  bad('media_active_content', `The document contains ${what}. Export it again without that.`)

type Pdf = Awaited<ReturnType<typeof import('unpdf').getDocumentProxy>>

interface Info {
  readonly IsXFAPresent?: boolean
  readonly EncryptFilterName?: string | null
}

/** Names what pdf.js finds in addition to pages, or null if nothing. */
async function findActive(pdf: Pdf): Promise<string | null> {
  if ((await pdf.getAttachments()) !== null) return 'attached files'
  if ((await pdf.getJSActions()) !== null) return 'scripts'
  for (let nth = 1; nth <= pdf.numPages; nth += 1) {
    const page = await pdf.getPage(nth)
    if ((await page.getJSActions()) !== null) return `scripts on page ${nth}`
    page.cleanup()
  }
  return null
}
