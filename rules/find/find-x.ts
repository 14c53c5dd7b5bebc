import type { Found } from './found.ts'
import { isTopLevelDomain } from './top-level-domains.ts'

/**
 * The link rules of X. X turns any name that ends like a domain into a link, with or without a scheme, and each link
 * costs the same: `README.md` is a link, and `node.js` is not. A bare name counts only as far as it is written in
 * Latin letters, apart from its ending, and a query without a path before it is not part of the link.
 */
const maxLink = 4_096
const maxShortened = 40
/** The longest label of a domain, as it is sent to name servers. */
const maxLabel = 63

// Characters that a label of a host may contain: no white space, no punctuation, no invisible characters.
const sign = '[^\\s\\p{C}!-\\/:-@\\[-`{-~]'
const label = `${sign}(?:(?:${sign}|[-_]){0,61}${sign})?`
const latin = '[a-z0-9\\-À-ÖØ-öø-ɏɓɔɖɗəɛɣɨɯɲʉʋʻ\\u0300-\\u036fḀ-ỿ]'
const hosts = new RegExp(`(?<![A-Za-z0-9@＠$#＃\\ufeff])https?:\\/\\/(${label}(?:\\.${label}){1,40})`, 'giu')
const before = '(?<![a-z0-9À-ÖØ-öø-ɏ\\u0300-\\u036f@$#\\ufeff\\-_/])(?<!(?:^|[\\0-\\x7f])\\.)'
/** The endings in other letters, the longest first, so that all of one is taken. */
const beyondAscii =
  'vermögensberatung|vermögensberater|சிங்கப்பூர்|موريتانيا|السعودية|இந்தியா|پاکستان|الجزائر|البحرين|موبايلي|كاثوليك|العليان|اتصالات|католик|இலங்கை|भारतम्|مليسيا|فلسطين|امارات|المغرب|الاردن|ファッション|ارامكو|ابوظبي|онлайн|москва|ഭാരതം|భారత్|বাংলা|भारोत|سورية|سودان|بھارت|ایران|嘉里大酒店|संगठन|همراه|بازار|ලංකා|ಭಾರತ|ଭାରତ|ભારત|ਭਾਰਤ|ভাৰত|ভারত|भारत|ڀارت|عمان|عراق|تونس|بارت|香格里拉|電訊盈科|组织机构|大众汽车|ポイント|グーグル|クラウド|موقع|شبكة|بيتك|сайт|дети|新加坡|ລາວ|ไทย|مصر|قطر|հայ|қаз|укр|срб|мон|мкд|бел|飞利浦|诺基亚|淡马锡|我爱你|天主教|中文网|セール|ストア|みんな|คอม|नेट|कॉम|كوم|عرب|קום|рус|орг|ком|한국|香港|澳門|台灣|台湾|中國|中国|გე|рф|ею|бг|ευ|ελ|삼성|닷컴|닷넷|餐厅|食品|集团|通販|购物|谷歌|联通|网络|网站|网店|网址|移动|珠宝|点看|游戏|机构|書籍|时尚|新闻|政府|政务|招聘|手表|手机|慈善|微博|广东|工行|家電|娱乐|大拿|在线|嘉里|商标|商店|商城|公益|公司|八卦|健康|信息|佛山|企业|中信|世界|コム'
const more = `(?:\\.${latin}{1,63})`
const bareHosts = new RegExp(
  `${before}(?!-)${latin}{1,63}(?:${more}{1,40}(?:\\.(?:${beyondAscii}))?|\\.(?:${beyondAscii}))`,
  'giu',
)
const ending = new RegExp(`^(?:xn--[a-z0-9-]{1,59}|${beyondAscii}|[a-z]{2,63})`, 'iu')

const general = "[a-z0-9!*';:=+,.$/%#\\[\\]\\-–_~@|&\\u0400-\\u04ffÀ-ÖØ-öø-ɏɓɔɖɗəɛɣɨɯɲʉʋʻ\\u0300-\\u036fḀ-ỿ]"
const brackets = `\\((?:${general}{1,400}|${general}{0,400}\\(${general}{1,400}\\)${general}{0,400})\\)`
const port = /:\d{1,5}(?!\d)/y
const path = new RegExp(`\\/(?:${general}|${brackets}){0,${maxLink}}`, 'iy')
const pathTail = /(?<![!*';:,.$%[\]–~@|&])[!*';:,.$%[\]–~@|&]+$/
const query = /\?[a-z0-9!?*'@();:&=+$/%#[\]\-_.,~|]{0,4096}/iy
const queryTail = /(?<![!?*'@();:+$%[\].,~|])[!?*'@();:+$%[\].,~|]+$/

export function* linksOnX(text: string): Generator<Found> {
  yield* fullLinks(text)
  yield* bareLinks(text)
}

const shortened = /https?:\/\/t\.co\/([a-z0-9]+)(?:\?[a-z0-9!?*'@();:&=+$/%#[\]\-_.,~|]{0,4096})?/iy

function* fullLinks(text: string): Generator<Found> {
  let free = 0
  // A host is read as far as it may reach, so the search goes on where the link really ends.
  for (let match = matchFrom(hosts, text, 0); match !== null; match = matchFrom(hosts, text, free)) {
    const host = match[1] ?? ''
    const start = match.index
    free = start + match[0].length
    const hostStart = start + match[0].length - host.length
    const length = domainLength(host, text[hostStart + host.length])
    if (length === 0 || !isDomain(host.slice(0, length))) continue
    const short = shortenedAt(text, start)
    free = short?.end ?? restOf(text, hostStart + length).end
    const value = text.slice(start, free)
    if (short?.isLink ?? value.length <= maxLink) yield { kind: 'link', start, end: free, value }
  }
}

/** Reads a link that X has shortened, with its parameters. One with a longer name is not one of X's. */
function shortenedAt(text: string, start: number): { readonly end: number; readonly isLink: boolean } | null {
  shortened.lastIndex = start
  const match = shortened.exec(text)
  if (match === null) return null
  const [whole, slug = ''] = match
  return { end: start + whole.replace(queryTail, '').length, isLink: slug.length <= maxShortened }
}

function* bareLinks(text: string): Generator<Found> {
  let free = 0
  for (const match of text.matchAll(bareHosts)) {
    const [host] = match
    const start = match.index
    if (start < free) continue
    const length = domainLength(host, text[start + host.length])
    if (length === 0 || !isDomain(host.slice(0, length))) continue
    const rest = restOf(text, start + length)
    free = rest.hasPath ? rest.end : start + length
    if (free - start <= maxLink) yield { kind: 'link', start, end: free, value: `https://${text.slice(start, free)}` }
  }
}

/** Returns the length of the longest beginning that ends in a top-level domain; 0: there is none. */
function domainLength(host: string, next: string | undefined): number {
  const labels = host.split('.')
  for (let count = labels.length; count > 1; count -= 1) {
    const before = labels.slice(0, count - 1)
    const name = before.at(-1) ?? ''
    const last = labels[count - 1] ?? ''
    const after = count < labels.length ? '.' : next
    const ending = endingOf(last, after)
    if (ending === null || name === '' || name.includes('_') || name.startsWith('-') || name.endsWith('-')) continue
    return before.join('.').length + 1 + ending.length
  }
  return 0
}

/** Returns the known ending, unless a character follows that would belong to it. */
function endingOf(last: string, after: string | undefined): string | null {
  const written = ending.exec(last)?.[0]
  if (written === undefined) return null
  const next = last[written.length] ?? after ?? ''
  if (/[0-9a-z@+-]/i.test(next)) return null
  return /^xn--|[^a-z]/i.test(written) || isTopLevelDomain(written) ? written : null
}

/** True unless the name, as name servers write it, is malformed or has a label that is too long. */
function isDomain(host: string): boolean {
  if (/^[\w.-]*$/.test(host)) return true
  const written = URL.parse(`http://${host}`)?.hostname.split('.')
  return written?.every((one) => one.length <= maxLabel) ?? false
}

function restOf(text: string, from: number): { readonly end: number; readonly hasPath: boolean } {
  // Most hosts stand alone, and the three patterns below need not be tried.
  if (!':/?'.includes(text[from] ?? ' ')) return { end: from, hasPath: false }
  let end = from + (matchAt(port, text, from)?.length ?? 0)
  const written = matchAt(path, text, end)
  const kept = written?.replace(pathTail, '')
  end += kept?.length ?? 0
  if (kept !== written) return { end, hasPath: true }
  end += matchAt(query, text, end)?.replace(queryTail, '').replace(/^\?$/, '').length ?? 0
  return { end, hasPath: written !== undefined }
}

function matchFrom(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from
  return pattern.exec(text)
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

const cashtag = /(?<=^|\s)\$[a-z]{1,6}(?:[._][a-z]{1,2})?(?![^\s!-/:-@[-_{-~])/gi

/** Finds cashtags: `$ABC`. */
export const cashtagsOnX = (text: string): readonly string[] => text.match(cashtag) ?? []

// A name may follow the mark of a repost without a space: `RT@name`.
const beforeName = '(?<=(?<![a-zA-Z0-9_+~.-])rt|(?<![a-zA-Z0-9_!#$%&*@＠]))'
const name = new RegExp(`${beforeName}[@＠]([a-z0-9_]{1,20})(?![a-z0-9_@＠À-ÖØ-öø-ɏ\\u0300-\\u036f]|:\\/\\/)`, 'gi')

export function* namesOnX(text: string): Generator<Found> {
  for (const match of text.matchAll(name))
    yield { kind: 'mention', start: match.index, end: match.index + match[0].length, value: match[1] ?? '' }
}

const ofTag = String.raw`\p{L}\p{M}\p{Nd}_·・゠〜～゛゜〃־׳״་༌\ua67e\u200c\u200d`
const tag = new RegExp(
  String.raw`(?<!(?![\ufe0e\ufe0f])[${ofTag}&])[#＃](?![\ufe0f\u20e3])([${ofTag}]{1,300})(?![${ofTag}#＃]|:\/\/)`,
  'gu',
)

export function* tagsOnX(text: string): Generator<Found> {
  for (const match of text.matchAll(tag)) {
    const value = match[1] ?? ''
    if (/\p{L}/u.test(value)) yield { kind: 'tag', start: match.index, end: match.index + match[0].length, value }
  }
}
