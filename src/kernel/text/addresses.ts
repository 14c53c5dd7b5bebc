/** Characters that show nothing or turn the direction of text, so a word can look like another one. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu

/** Dots that are written in other ways: `evil[.]example`, `evil (dot) example`, `evil。example`. */
const dots = /\s{0,3}[[({<]\s{0,3}(?:\.|dot|punkt)\s{0,3}[\])}>]\s{0,3}|[。．｡․‧]/giu

const scheme = /[a-z\d+.-]:\/\/|\b(?:mailto|tel|javascript|data|hxxps?)\s*:|\bwww\./iu
const domain = /[\p{L}\p{N}]\.(?:\p{L}{2,}|xn--)/u

/** Returns a text as its readers see it: without invisible characters, and with one form of each letter and digit. */
export const plainText = (text: string): string => text.normalize('NFKC').replace(invisible, '')

const withPlainDots = (text: string): string => plainText(text).replace(dots, '.')

const isAddress = (plain: string): boolean => scheme.test(plain) || domain.test(plain)

/**
 * Returns true if a text names an address of the internet, also one in disguise. It errs on the side of seeing one: a
 * missing space after a full stop looks like a domain.
 */
export const namesAddress = (text: string): boolean => isAddress(withPlainDots(text))

/** Lists the words of a text that `namesAddress` sees as addresses, in lower case and without their disguise. */
export const listAddresses = (text: string): string[] =>
  withPlainDots(text)
    .toLowerCase()
    .replace(/\s{1,3}:/g, ':')
    .split(/[\s"'<>()[\]{}“”„‘’«»]+/u)
    .filter(isAddress)
    .map(withoutMarks)

/** Takes off punctuation at both ends of a word. */
function withoutMarks(word: string): string {
  const isMark = (at: number) => /[^\p{L}\p{N}/]/u.test(word.charAt(at))
  let [start, end] = [0, word.length]
  while (start < end && isMark(start)) start += 1
  while (end > start && isMark(end - 1)) end -= 1
  return word.slice(start, end)
}
