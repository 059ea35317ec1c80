#!/bin/sh
# Certificates for the nodes of a cluster: a root of its own, and one certificate for all nodes.
#   ./make-certificates.sh certs eventstore-1 eventstore-2 eventstore-3
#   ./make-certificates.sh certs '*.eventstore.tillstream.svc'    # Kubernetes
# Makes ca.crt (the app and every node need it), ca.key (keep it elsewhere), node.crt and node.key. They are good for two years:
# before that, run it again with the same folder, which keeps the root, and restart one node after the other.
set -eu
folder=$1
shift
umask 077
mkdir -p "$folder"
cd "$folder"
if [ ! -e ca.key ]; then
  openssl req -x509 -newkey rsa:3072 -nodes -days 7300 -subj '/CN=tillstream-eventstore-ca' -keyout ca.key -out ca.crt \
    -addext 'basicConstraints=critical,CA:TRUE' -addext 'keyUsage=critical,keyCertSign,cRLSign'
fi
names=
for name in "$@"; do names="$names,DNS:$name"; done
# Nodes know each other by this common name (CertificateReservedNodeCommonName).
openssl req -newkey rsa:2048 -nodes -subj '/CN=eventstoredb-node' -keyout node.key -out node.csr
cat > node.ext <<END
basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature,keyEncipherment
extendedKeyUsage=serverAuth,clientAuth
subjectAltName=${names#,}
END
openssl x509 -req -in node.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 730 -extfile node.ext -out node.crt
rm node.csr node.ext
