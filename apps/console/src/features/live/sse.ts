/** Reads server-sent events from text as it comes, in pieces of any size. Source: WHATWG HTML, event stream format. */

export interface RawEvent {
  readonly event: string
  readonly id: string
  readonly data: string
}

/** A reader of one connection. Feed it text; it calls once for each whole event. */
export function createEventReader(onEvent: (event: RawEvent) => void): (text: string) => void {
  let rest = ''
  let name = ''
  let id = ''
  let data: string[] = []

  const take = (line: string): void => {
    if (line === '') {
      if (data.length > 0) onEvent({ event: name || 'message', id, data: data.join('\n') })
      name = ''
      data = []
      return
    }
    const colon = line.indexOf(':')
    if (colon === 0) return
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (field === 'event') name = value
    else if (field === 'data') data.push(value)
    else if (field === 'id') id = value
  }

  return (text) => {
    rest += text
    let start = 0
    for (let end = rest.indexOf('\n', start); end >= 0; end = rest.indexOf('\n', start)) {
      take(rest.slice(start, rest[end - 1] === '\r' ? end - 1 : end))
      start = end + 1
    }
    rest = rest.slice(start)
  }
}
