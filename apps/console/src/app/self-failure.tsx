/**
 * The last resort: stands outside router, theme and translations, so that it shows when one of them is what failed.
 * Source: specification §8 (the error page itself failing); G15.
 */
import { Component, type ReactNode } from 'react'

export class SelfFailure extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError = () => ({ hasFailed: true })

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <main
        style={{ font: '16px/26px system-ui, sans-serif', padding: '15vh 24px 0', maxWidth: 560, margin: '0 auto' }}
      >
        <h1>Error</h1>
        <p>This page cannot be shown. Please reload or return to the home page.</p>
        <p>
          <a href="/">Home</a>
        </p>
      </main>
    )
  }
}
