/** Where the Integrator Tool stands: a constant of the build. It is no protection: page and server ask who comes (G11). */
export const INTEGRATOR_TOOL_PATH = '/5b1f0c7e94d24a3f8e6d7ab2c9135f40'
