/** Characters that are invisible or change the text direction, which can make one word look like another. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu

/** Disguised dots: `evil[.]example`, `evil (dot) example`, `evil。example`. */
const dots = /\s{0,3}[[({<]\s{0,3}(?:\.|dot|punkt)\s{0,3}[\])}>]\s{0,3}|[。．｡․‧]/giu

const scheme = /[a-z\d+.-]:\/\/|\b(?:mailto|tel|javascript|data|hxxps?)\s*:|\bwww\./iu
const domain = /[\p{L}\p{N}]\.(?:\p{L}{2,}|xn--)/u

/** Returns the text as readers see it: without invisible characters, and with each letter and digit in one form. */
export const plainText = (text: string): string => text.normalize('NFKC').replace(invisible, '')

const withPlainDots = (text: string): string => plainText(text).replace(dots, '.')

const isAddress = (plain: string): boolean => scheme.test(plain) || domain.test(plain)

/**
 * Returns true if the text contains an internet address, even a disguised one. False positives are possible: a missing
 * space after a period looks like a domain.
 */
export const namesAddress = (text: string): boolean => isAddress(withPlainDots(text))

/** Lists the words that `namesAddress` considers addresses, in lowercase and without disguise. */
export const listAddresses = (text: string): string[] =>
  withPlainDots(text)
    .toLowerCase()
    .replace(/\s{1,3}:/g, ':')
    .split(/[\s"'<>()[\]{}“”„‘’«»]+/u)
    .filter(isAddress)
    .map(withoutMarks)

/** Removes punctuation at both ends of a word. */
function withoutMarks(word: string): string {
  const isMark = (at: number) => /[^\p{L}\p{N}/]/u.test(word.charAt(at))
  let [start, end] = [0, word.length]
  while (start < end && isMark(start)) start += 1
  while (end > start && isMark(end - 1)) end -= 1
  return word.slice(start, end)
}
