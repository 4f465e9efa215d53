#!/bin/sh
# Makes what a cluster for `gridwise batch` needs, in a new folder: an authority (ca.pem), one
# certificate for the scheduler, the workers and those who send them work (dask.pem, dask.key), and
# Dask's configuration (dask.yaml), which DASK_CONFIG names on every machine.
# Who has dask.key can run code on the cluster.
#
#     sh certificates.sh FOLDER [FOLDER AS THE MACHINES OF THE CLUSTER SEE IT]
set -eu
umask 077
folder=${1:?"which folder?"}
mkdir "$folder"
cd "$folder"
there=${2:-$PWD}
openssl req -x509 -newkey rsa:3072 -nodes -sha256 -days 365 -subj "/CN=gridwise cluster" \
    -keyout ca.key -out ca.pem 2>/dev/null
openssl req -newkey rsa:3072 -nodes -sha256 -subj "/CN=gridwise" \
    -keyout dask.key -out dask.csr 2>/dev/null
openssl x509 -req -in dask.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 365 -sha256 \
    -out dask.pem 2>/dev/null
rm -f ca.key ca.srl dask.csr    # this authority signs nothing else
cat > dask.yaml <<END
distributed:
  scheduler:
    allowed-failures: 0       # a slice that kills its worker comes back at once; the batch counts
    worker-saturation: 1.0    # a worker that dies takes one slice with it
    worker-ttl: 60s           # a worker that is silent for so long is given up
  comm:
    require-encryption: true  # nothing without TLS
    tls:
      ca-file: $there/ca.pem
      scheduler: {cert: $there/dask.pem, key: $there/dask.key}
      worker: {cert: $there/dask.pem, key: $there/dask.key}
      client: {cert: $there/dask.pem, key: $there/dask.key}
END
