# Tactus on Debian 12, built and installed by its own packages. In a checkout:
#
#     docker build --tag tactus .
#     docker run --rm --volume "$PWD:/work" tactus tactus-clang -O3 -fopenmp program.c -o program
#
# The first image builds, with LLVM's libraries, more than a gigabyte; the second one has the compiler and the tools.
FROM debian:bookworm AS build
COPY . /tactus
WORKDIR /tactus
RUN apt-get update && apt-get install --yes --no-install-recommends make
RUN make deb

FROM debian:bookworm
COPY --from=build /tactus/build/release/packages/*.deb /tmp/packages/
RUN apt-get update \
  && apt-get install --yes --no-install-recommends g++ lld-19 /tmp/packages/*.deb \
  && rm -rf /tmp/packages /var/lib/apt/lists/*
RUN tactus doctor
WORKDIR /work
CMD ["bash"]
