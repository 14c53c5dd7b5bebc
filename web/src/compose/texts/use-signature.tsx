import { useQuery } from '@tanstack/react-query'
import { makeImport } from '#web/lib/make-import.ts'
import { makeLatePart } from '#web/ui/late/late-part.tsx'
import type { DraftSignatureProps } from './draft-signature.tsx'
import { sign, unsign } from './sign.ts'
import { signatureQuery } from './signature-query.ts'

/** Most brands have no signature for new posts. */
const DraftSignature = makeLatePart(makeImport(async () => (await import('./draft-signature.tsx')).DraftSignature))

interface SignatureOptions extends Omit<DraftSignatureProps, 'words' | 'isAlways'> {
  readonly profileId: string
}

/**
 * Leaves the brand's signature at the end of a draft out of the text field, and shows it as a line below. The draft
 * contains it like any other words.
 */
export function useSignature({ profileId, ...options }: SignatureOptions) {
  const signature = useQuery(signatureQuery(profileId)).data
  const words = signature?.content.trim() ?? ''
  const isOn = unsign(options.draft.content, words) !== null
  return {
    words,
    /** Returns a text as the field shows it. */
    bodyOf: (text: string) => (isOn ? (unsign(text, words) ?? text) : text),
    /** Returns the content for what was written in the field. */
    contentOf: (text: string) => (isOn ? sign(text, words) : text),
    line: words && <DraftSignature {...options} words={words} isAlways={signature?.auto === 'always'} />,
  }
}
