/**
 * For component tests in a browser without a window, where nobody looks: the frame of the tests is see-through, so no pixel of it is
 * drawn, which takes a tenth of their time. Layout, visibility, focus and presses are as ever; within the frame nothing is see-through.
 */
// Of another document, so its class is not this window's.
const frame = window.frameElement as HTMLIFrameElement | null
if (frame !== null && navigator.userAgent.includes('Headless')) frame.style.opacity = '0'
