/** Characters that show nothing or turn the direction of text, so a word can look like another one. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu

/** Dots that are written in other ways: `evil[.]example`, `evil (dot) example`, `evil。example`. */
const dots = /\s{0,3}[[({<]\s{0,3}(?:\.|dot|punkt)\s{0,3}[\])}>]\s{0,3}|[。．｡․‧]/giu

const scheme = /[a-z\d+.-]:\/\/|\b(?:mailto|tel|javascript|data|hxxps?)\s*:|\bwww\./iu
const domain = /[\p{L}\p{N}]\.(?:\p{L}{2,}|xn--)/u

/**
 * Returns true if a text names an address of the internet, also one in disguise. It errs on the side of seeing one: a
 * missing space after a full stop looks like a domain.
 */
export function namesAddress(text: string): boolean {
  const plain = text.normalize('NFKC').replace(invisible, '').replace(dots, '.')
  return scheme.test(plain) || domain.test(plain)
}
