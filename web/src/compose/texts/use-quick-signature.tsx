import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isSigned, sign } from './sign.ts'
import { SignatureLine } from './signature-line.tsx'
import { signatureQuery } from './signature-query.ts'

/** Returns a short new text with the brand's signature, and the line that shows it. */
export function useQuickSignature(profileId: string, content: string) {
  const signature = useQuery(signatureQuery(profileId)).data
  const words = signature?.content.trim() ?? ''
  const [choice, setChoice] = useState<boolean | null>(null)
  const isThere = words !== '' && isSigned(content, words)
  const isOn = words !== '' && (choice ?? signature?.auto === 'always') && !isThere
  return {
    signed: isOn ? sign(content, words) : content,
    line: words !== '' && !isThere && <SignatureLine words={words} isOn={isOn} onToggle={() => setChoice(!isOn)} />,
  }
}
