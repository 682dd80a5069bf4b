/** The modules of `@nestjs/common`, also by the path of a file in the package. */
export const nestCommon = /^@nestjs\/common(?:\/|$)/
